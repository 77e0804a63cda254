/** KML 2.2: a folder for each kind, a style for each zone type, and in one extended datum what our own import needs. */
import { type CourseFeature, type FeatureKind, featureTitle, type Position } from '@greensward/domain'
import { OWN_DATUM } from '../read/kml/readKml.ts'
import { COLUMNS, type CourseNames, flatFeature } from './flatFeature.ts'
import { xmlText } from './xmlText.ts'

const FOLDERS: Readonly<Record<FeatureKind, string>> = {
  zone: 'Zones',
  restriction: 'Restrictions',
  missionArea: 'Mission areas',
  area: 'Areas',
  markedArea: 'Marked areas',
  radius: 'Radii',
  road: 'Roads',
  hole: 'Holes',
  garage: 'Garages',
  wc: 'WCs',
  note: 'Notes',
}

const COLOURS: Readonly<Partial<Record<FeatureKind, string>>> = {
  restriction: '#AF453E',
  radius: '#AF453E',
  missionArea: '#EF9715',
  road: '#FFF90B',
  hole: '#FFFFFF',
}

/** KML has alpha first and red last. */
const kmlColour = (hex: string, alpha: string): string =>
  `${alpha}${hex.slice(5, 7)}${hex.slice(3, 5)}${hex.slice(1, 3)}`.toLowerCase()

const styleOf = (colour: string): string =>
  `<Style><LineStyle><color>${kmlColour(colour, 'ff')}</color><width>2</width></LineStyle><PolyStyle><color>${kmlColour(colour, '66')}</color></PolyStyle></Style>`

const places = (positions: readonly Position[]): string =>
  `<coordinates>${positions.map(([lon, lat]) => `${lon},${lat}`).join(' ')}</coordinates>`

const shapeOf = ({ geometry }: CourseFeature): string => {
  switch (geometry.type) {
    case 'Point':
      return `<Point>${places([geometry.coordinates])}</Point>`
    case 'LineString':
      return `<LineString><tessellate>1</tessellate>${places(geometry.coordinates)}</LineString>`
    case 'Polygon': {
      const [outer = [], ...holes] = geometry.coordinates
      const inner = holes.map(ring => `<innerBoundaryIs><LinearRing>${places(ring)}</LinearRing></innerBoundaryIs>`)
      return `<Polygon><tessellate>1</tessellate><outerBoundaryIs><LinearRing>${places(outer)}</LinearRing></outerBoundaryIs>${inner.join('')}</Polygon>`
    }
  }
}

const datum = (name: string, value: string): string =>
  `<Data name="${xmlText(name)}"><value>${xmlText(value)}</value></Data>`

const placemark = (feature: CourseFeature, names: CourseNames): string => {
  const cells = flatFeature(feature, names)
  const type = feature.kind === 'zone' ? names.zoneTypes.get(feature.properties.zoneTypeId) : undefined
  const colour =
    type?.color ?? (feature.kind === 'markedArea' ? feature.properties.colour : COLOURS[feature.kind]) ?? '#0B7390'
  const { id, kind, properties } = feature
  const own = JSON.stringify({ id, kind, properties, ...(type === undefined ? {} : { zoneType: type.name }) })
  const data = COLUMNS[kind].flatMap(({ name }) => {
    const cell = cells[name] ?? null
    return cell === null ? [] : [datum(name, String(cell))]
  })
  return `<Placemark id="${kind}-${id}"><name>${xmlText(featureTitle(feature))}</name>${styleOf(colour)}<ExtendedData>${data.join('')}${datum(OWN_DATUM, own)}</ExtendedData>${shapeOf(feature)}</Placemark>`
}

export const writeKml = (features: readonly CourseFeature[], names: CourseNames, courseName: string): string => {
  const kinds = [...new Set(features.map(({ kind }) => kind))]
  const folders = kinds.map(kind => {
    const own = features.filter(feature => feature.kind === kind)
    return `<Folder><name>${FOLDERS[kind]}</name>${own.map(feature => placemark(feature, names)).join('\n')}</Folder>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xmlText(courseName)}</name>\n${folders.join('\n')}\n</Document></kml>\n`
}
