/** The order of the items between two waypoints, of which ArduPilot may forget all but the first. */
import { type LonLat, localFrame } from '@greensward/geometry'
import { expect, test } from 'vitest'
import { isNavigation, type MissionItem } from './missionItem.ts'
import { type DriveSegment, missionItems } from './translate.ts'

const CHANGE_SPEED = 178
const frame = localFrame([-2.8, 52.7])
const at = (northM: number): LonLat => frame.toLonLat([0, northM])
const wordOf = (item: MissionItem): string =>
  isNavigation(item) ? 'waypoint' : item.command === CHANGE_SPEED ? 'speed' : 'blade'
const words = (...segments: DriveSegment[]): string[] =>
  missionItems({ segments }, { kind: 'relay', index: 0 }).items.slice(1).map(wordOf)
const way = (bladeOn: boolean, speedMps: number, ...northM: number[]): DriveSegment => ({
  bladeOn,
  speedMps,
  points: northM.map(at),
})

test('the blade is switched before the speed is changed', () => {
  expect(words(way(true, 1.5, 0, 20), way(false, 2, 20, 40), way(true, 1.5, 40, 60))).toEqual([
    ...['blade', 'speed', 'waypoint', 'blade', 'speed', 'waypoint'],
    ...['blade', 'speed', 'waypoint', 'blade', 'speed', 'waypoint', 'blade'],
  ])
})

test('a speed behind the blade comes again where the next waypoint may be reached at once', () => {
  const far = words(way(false, 2, 0, 20), way(true, 1.5, 20, 23, 60))
  const near = words(way(false, 2, 0, 20), way(true, 1.5, 20, 21, 60))
  const end = ['blade', 'speed', 'waypoint', 'waypoint', 'blade']
  expect(far.slice(-5)).toEqual(end)
  expect(near.slice(-6)).toEqual(['blade', 'speed', 'waypoint', 'speed', 'waypoint', 'blade'])
})
