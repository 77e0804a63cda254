/** A course as the bytes of a file. */

import type { ExportFormat } from '@greensward/contract'
import type { CourseFeature, ZoneType } from '@greensward/domain'
import type { CourseNames } from './flatFeature.ts'
import { rightHanded } from './winding.ts'
import { writeDxf } from './writeDxf.ts'
import { writeGeopackage } from './writeGeopackage.ts'
import { writeGpx } from './writeGpx.ts'
import { writeKml } from './writeKml.ts'
import { writeShapefile } from './writeShapefile.ts'

interface Written {
  readonly format: ExportFormat
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly courseName: string
  readonly changedAt: string
}

export const writeCourse = (
  { format, features: given, zoneTypes, courseName, changedAt }: Written,
  names: CourseNames,
): Uint8Array => {
  const features = given.map(feature => ({ ...feature, geometry: rightHanded(feature.geometry) }) as CourseFeature)
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
  switch (format) {
    case 'geojson': {
      // Another course knows the types of the zones by other ids, but by the same names.
      const types = zoneTypes.map(({ id, name }) => ({ id, name }))
      return encode(JSON.stringify({ type: 'FeatureCollection', zoneTypes: types, features }))
    }
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
