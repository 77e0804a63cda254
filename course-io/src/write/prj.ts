/** Coordinate systems as .prj files name them. */
export const WGS84_ESRI =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'

/** @param zone 1 to 60 */
export const utmEsri = (zone: number, isSouth: boolean): string =>
  `PROJCS["WGS_1984_UTM_Zone_${zone}${isSouth ? 'S' : 'N'}",${WGS84_ESRI},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",${isSouth ? '10000000.0' : '0.0'}],PARAMETER["Central_Meridian",${zone * 6 - 183}.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`
