/** A place on the ground in a local metric frame: metres east (x) and metres north (y) of the frame's origin. */
export type XY = readonly [x: number, y: number]

/** A place on the earth, EPSG:4326: degrees east, degrees north (GeoJSON order). */
export type LonLat = readonly [lon: number, lat: number]

/** Corners of a closed ring in order; the first corner is not repeated at the end. Metres. */
export type Ring = readonly XY[]

/** A polygon with holes in metres. The winding carries no meaning. */
export interface PolygonXY {
  readonly outer: Ring
  readonly holes: readonly Ring[]
}

/** A chain of at least two places, in metres. */
export type PolylineXY = readonly XY[]

const DEG = Math.PI / 180

/** Brings any heading in degrees into 0 <= h < 360. */
export const normalizeHeadingDeg = (headingDeg: number): number => ((headingDeg % 360) + 360) % 360

/** Heading in degrees clockwise from north of the way from `a` to `b`, 0 <= h < 360. */
export const headingOfDeg = (a: XY, b: XY): number => normalizeHeadingDeg(Math.atan2(b[0] - a[0], b[1] - a[1]) / DEG)

/** Unit vector (east, north) of a heading in degrees clockwise from north. */
export const unitVector = (headingDeg: number): XY => [Math.sin(headingDeg * DEG), Math.cos(headingDeg * DEG)]
