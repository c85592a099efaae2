/** Distances and bounding boxes on the sphere. Degrees and kilometres throughout. */

export interface LatLng {
  /** −90…90 */
  readonly lat: number;
  /** −180…180 */
  readonly lng: number;
}

/** A circle on the ground. */
export interface Area extends LatLng {
  readonly radiusKm: number;
}

/** A rectangle of latitude and longitude; it does not cross the antimeridian. */
export interface Box {
  readonly minLat: number;
  readonly maxLat: number;
  readonly minLng: number;
  readonly maxLng: number;
}

/** Mean radius of the Earth (IUGG R1). */
const earthRadiusKm = 6371.0088;
const radian = Math.PI / 180;

/**
 * Great-circle distance by the haversine formula (R. W. Sinnott, "Virtues of the Haversine", 1984).
 * The Earth is not a sphere: up to 0.5 % off beyond 15° of latitude, up to 0.57 % anywhere.
 */
export function distanceKm(a: LatLng, b: LatLng): number {
  const lat = Math.sin(((b.lat - a.lat) * radian) / 2);
  const lng = Math.sin(((b.lng - a.lng) * radian) / 2);
  const h = lat * lat + Math.cos(a.lat * radian) * Math.cos(b.lat * radian) * lng * lng;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Widens boxes by 0.1 m, so that rounding never leaves out a point on the circle. */
const slack = 1e-6;

/**
 * One or two boxes that together hold every point of the circle: two when it crosses the
 * antimeridian; all longitudes when it holds a pole.
 *
 * Source of the extent in longitude: J. P. Snyder, "Map Projections", the meridians that touch a
 * small circle: sin Δλ = sin δ / cos φ.
 */
export function boxesAround({ lat, lng, radiusKm }: Area): [Box, ...Box[]] {
  const angle = radiusKm / earthRadiusKm;
  const reach = angle / radian + slack;
  const minLat = Math.max(-90, lat - reach);
  const maxLat = Math.min(90, lat + reach);
  const holdsPole = minLat === -90 || maxLat === 90;
  if (holdsPole) return [{ minLat, maxLat, minLng: -180, maxLng: 180 }];
  const width = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * radian))) / radian;
  const margin = slack / Math.cos(lat * radian);
  const [west, east] = [lng - width - margin, lng + width + margin];
  if (east - west >= 360) return [{ minLat, maxLat, minLng: -180, maxLng: 180 }];
  if (west < -180) return split(minLat, maxLat, west + 360, east);
  if (east > 180) return split(minLat, maxLat, west, east - 360);
  return [{ minLat, maxLat, minLng: west, maxLng: east }];
}

function split(minLat: number, maxLat: number, west: number, east: number): [Box, Box] {
  return [
    { minLat, maxLat, minLng: west, maxLng: 180 },
    { minLat, maxLat, minLng: -180, maxLng: east },
  ];
}
