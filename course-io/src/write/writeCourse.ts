/** A course as the bytes of a file. */

import type { ExportFormat } from '@greensward/contract'
import type { CourseFeature } from '@greensward/domain'
import { type CourseNames, flatFeature } from './flatFeature.ts'
import { rightHanded } from './winding.ts'
import { writeDxf } from './writeDxf.ts'
import { writeGeopackage } from './writeGeopackage.ts'
import { writeGpx } from './writeGpx.ts'
import { writeKml } from './writeKml.ts'
import { writeShapefile } from './writeShapefile.ts'

interface Written {
  readonly format: ExportFormat
  readonly features: readonly CourseFeature[]
  readonly courseName: string
  readonly changedAt: string
}

/** Programs keep the properties of a feature alone, so its kind and its id are among them, and names beside ids. */
const rowOf = (feature: CourseFeature, names: CourseNames) => {
  const { id, kind, geometry } = feature
  return { type: 'Feature', id, geometry, properties: { id, kind, ...flatFeature(feature, names) } }
}

export const writeCourse = (
  { format, features: given, courseName, changedAt }: Written,
  names: CourseNames,
): Uint8Array => {
  const features = given.map(feature => ({ ...feature, geometry: rightHanded(feature.geometry) }) as CourseFeature)
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
  switch (format) {
    case 'geojson':
      return encode(JSON.stringify({ type: 'FeatureCollection', features: features.map(one => rowOf(one, names)) }))
    case 'kml':
      return encode(writeKml(features, names, courseName))
    case 'gpx':
      return encode(writeGpx(features, courseName))
    case 'shapefile':
      return writeShapefile(features, names, changedAt)
    case 'dxf':
      return writeDxf(features, names, changedAt)
    case 'gpkg':
      return writeGeopackage(features, names, changedAt)
  }
}
