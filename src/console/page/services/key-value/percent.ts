const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** 0.2397 as 24% */
export const formatPercent = (share: number) => percent.format(share);
