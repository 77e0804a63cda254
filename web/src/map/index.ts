/**
 * Public interface of the map: the drawn course for every screen that shows one. Only `map-canvas` knows OpenLayers. The map
 * never knows missions' forms or tables: the page that embeds it passes in what to draw.
 */

export type { RasterAccess } from '../map-canvas/rasterReader.ts'
export type { MapObject, MissionDrawing, Padding, PlayerDrawing, PreviewDrawing } from '../map-canvas/scene.ts'
export { type CourseMapHandle, CourseMapView } from './CourseMapView.tsx'
export { linesLostText } from './linesLost.ts'
export { shortAge } from './panels/ageText.ts'
export { CorrectFailsafes } from './panels/CorrectFailsafes.tsx'
