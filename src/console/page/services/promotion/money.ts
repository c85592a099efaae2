/** Amounts of money to the cent, in whatever currency the shop counts. */
const money = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

export const formatMoney = (amount: number) => money.format(amount);
