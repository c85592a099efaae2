/** Which places the map shows by itself. */

interface MapPoint {
  readonly lat: number;
  readonly lng: number;
}

/** What counts of an order of the board. */
export interface Way {
  readonly pickup_lat: number;
  readonly pickup_lng: number;
  readonly dropoff_lat?: number;
  readonly dropoff_lng?: number;
  readonly assignment: { readonly driver_id: string; readonly status: string } | null;
}

interface Board {
  readonly drivers: ReadonlyMap<string, MapPoint>;
  readonly orders: ReadonlyMap<string, Way>;
}

/** Returns the driver who is on the way with an order, or is asked to be. */
export function driverIdOf({ assignment }: Way): string | undefined {
  const isOpen = assignment?.status === 'offered' || assignment?.status === 'accepted';
  return isOpen ? assignment.driver_id : undefined;
}

/** Drivers, where orders are picked up, and the doors that ways on the map lead to. */
export function placesOf({ drivers, orders }: Board): MapPoint[] {
  const ofOrders = [...orders.values()].flatMap((order) => {
    const { pickup_lat, pickup_lng, dropoff_lat: lat, dropoff_lng: lng } = order;
    const hasDoor = driverIdOf(order) !== undefined && lat !== undefined && lng !== undefined;
    return [{ lat: pickup_lat, lng: pickup_lng }, ...(hasDoor ? [{ lat, lng }] : [])];
  });
  return [...drivers.values(), ...ofOrders];
}

/** Where most are at one spot, what is around it still belongs to it. */
const leastKm = 1;
const kmPerDegree = 111.195;

/**
 * Where most are: without the places farther than three times the median distance from the median
 * place. One that is far away would shrink all others to a point.
 */
export function mostOf(places: readonly MapPoint[]): MapPoint[] {
  if (places.length === 0) return [];
  const middle = {
    lat: median(places.map(({ lat }) => lat)),
    lng: median(places.map(({ lng }) => lng)),
  };
  const shrink = Math.cos((middle.lat * Math.PI) / 180);
  const distances = places.map(
    ({ lat, lng }) => Math.hypot(lat - middle.lat, (lng - middle.lng) * shrink) * kmPerDegree,
  );
  const farthest = 3 * Math.max(leastKm, median(distances));
  return places.filter((_, i) => distances[i]! <= farthest);
}

/** Returns the median; of an even number, the upper of the two in the middle: of two places none is left out. */
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
