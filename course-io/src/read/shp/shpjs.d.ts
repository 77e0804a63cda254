/** Types for the part of shpjs that we use; it has no types of its own. */
declare module 'shpjs' {
  /** GeoJSON geometries of a .shp file, null where a record has none. @param projection WKT or a proj4 converter */
  export const parseShp: (shp: Uint8Array, projection?: string | Uint8Array) => unknown[]
  /** The rows of a .dbf file. @param encoding what the .cpg file says */
  export const parseDbf: (dbf: Uint8Array, encoding?: string | Uint8Array) => Record<string, unknown>[]
}
