/**
 * The map's door: the drawn course for every screen that shows one. Behind it `canvas` alone knows OpenLayers. The map
 * never knows missions' forms or tables: whoever embeds it hands in what to draw.
 */
export { type CourseMapHandle, CourseMapView } from './CourseMapView.tsx'
export type { RasterAccess } from './canvas/rasterReader.ts'
export type { MissionDrawing, Padding, PlayerDrawing, PreviewDrawing, Thing } from './canvas/scene.ts'
export { linesLostText } from './linesLost.ts'
export { shortAge } from './panels/ageText.ts'
export { CorrectFailsafes } from './panels/CorrectFailsafes.tsx'
