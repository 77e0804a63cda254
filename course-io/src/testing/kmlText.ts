/** Parts of a KML file, for tests. */

export const kmlRing = (coordinates: readonly (readonly number[])[] = []) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates.map(place => `${place.join(',')},12`).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
export const kml = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`
export const placemark = (name: string, shape: string) => `<Placemark><name>${name}</name>${shape}</Placemark>`
export const line = (...places: readonly (readonly [number, number])[]) =>
  `<LineString><coordinates>${places.map(place => place.join(',')).join(' ')}</coordinates></LineString>`
