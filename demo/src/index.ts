/**
 * Demo: an invented golf course, its machines and its pictures from the air, drawn by rule: the same on every machine.
 * It never asks for the time or for chance, reads no file and knows nothing of servers and vehicles.
 */

export { between, chance, fixedId } from './course/chance.ts'
export type { DemoCategory, DemoDish, DemoTechnicalNumber } from './course/clubhouse.ts'
export type { DemoBlade, DemoCart, DemoMower } from './course/fleet.ts'
export type { Bounds } from './course/site.ts'
export type { DemoZoneType } from './course/zoneTypes.ts'
export { type DemoCourse, demoCourse } from './demoCourse.ts'
export type { Georeference } from './raster/canvas.ts'
export { type Orthophoto, type OrthophotoRequest, orthophoto } from './raster/orthophoto.ts'
export { type HeightModel, heightModel, type RasterFiles, writeDemoRasters } from './raster/writeRasters.ts'
