declare module 'geotiff-geokeys-to-proj4' {
  /** The projection of a GeoTIFF's keys as a PROJ string, and what its units are multiplied with. */
  export function toProj4(keys: Readonly<Record<string, unknown>>): {
    readonly proj4: string
    readonly coordinatesConversionParameters: { readonly x: number; readonly y: number; readonly z: number }
    readonly shouldConvertCoordinates: boolean
    readonly isGCS: boolean
    readonly errors: Readonly<Record<string, unknown>>
  }
}
