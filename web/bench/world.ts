/** All that the editor has to know, for a bench: everything may be changed and nothing is busy. */
import type { CourseFeature, ZoneType } from '@greensward/domain'
import type { World } from '../src/map-editor/editorState.ts'
import { planeAt } from '../src/map-editor/plane.ts'
import { CENTRE } from './load.ts'

export const worldOf = (today: readonly CourseFeature[], zoneTypes: readonly ZoneType[]): World => ({
  today,
  zoneTypes,
  bounds: null,
  busy: new Set(),
  mayChange: () => true,
  isShown: () => true,
  plane: planeAt(CENTRE),
  newId: () => crypto.randomUUID(),
  now: () => '2026-05-01T05:00:00.000Z',
  author: 'bench',
  say: key => key,
})
