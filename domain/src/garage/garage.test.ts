import { expect, test } from 'vitest'
import { mapSettings } from '../course/settings.ts'
import { turnScheme } from '../mission/mission.ts'
import { blade, MAX_MOWER_WIDTH_M, mower } from './garage.ts'

test('a mower, its blade and the width in the map settings are at most 5 metres wide', () => {
  expect(MAX_MOWER_WIDTH_M).toBe(5)
  for (const width of [mower.shape.widthM, blade.shape.widthM, mapSettings.shape.mowerWidth])
    expect([5, 5.01, 0, -1].map(metres => width.safeParse(metres).success)).toEqual([true, false, false, false])
})

test('there are two turn schemes, one in one and one through one', () => {
  expect(turnScheme.options).toEqual(['oneInOne', 'oneThroughOne'])
})

test('a mower has name, colour, blade, width and the id of its link; a blade has name, width and mission speed', () => {
  for (const field of ['name', 'color', 'bladeId', 'id', 'widthM', 'systemId'])
    expect(mower.shape).toHaveProperty(field)
  for (const field of ['name', 'widthM', 'missionSpeedMps']) expect(blade.shape).toHaveProperty(field)
})
