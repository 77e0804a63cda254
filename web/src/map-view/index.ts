/**
 * The drawn course, for every screen that shows one. Only `map-canvas` knows OpenLayers. It never knows missions' forms or
 * tables: the screen that embeds it passes in what to draw.
 */

export type { RasterAccess } from '../map-canvas/rasterReader.ts'
export type {
  BaseDrawing,
  MapObject,
  MissionDrawing,
  Padding,
  PlayerDrawing,
  PreviewDrawing,
} from '../map-canvas/scene.ts'
export { shortAge } from './ageText.ts'
export { type CourseMapHandle, CourseMapView } from './CourseMapView.tsx'
export { linesLostText } from './linesLost.ts'
