/**
 * GeoTIFF: checks and reads those of others, in any projection and most of their many forms, and writes our own, for
 * byte ranges, in EPSG:3857. It never knows golf, users or servers.
 */

export { type CogShape, overviewCount, writeCog } from './cogWriter.ts'
export { type ConvertedRaster, type ConvertRequest, convertRaster, type RasterKind } from './convert.ts'
export { Fault, type FaultCode } from './fault.ts'
export { type ReliefPaths, writeReliefs } from './relief.ts'
