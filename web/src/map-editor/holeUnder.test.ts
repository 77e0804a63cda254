import { describe, expect, test } from 'vitest'
import { boxOf, FAIRWAY, fakeCanvas, holeLine, idOf } from './fakeCanvas.fixture.ts'

describe('the hole of a drawn area', () => {
  test.each([
    ['the one whose line runs in it', boxOf(100, -20, 200, 30), 11],
    ['the nearest where no line runs in it', boxOf(100, 340, 120, 360), 12],
    ['none where all are far away', boxOf(100, 180, 120, 200), null],
  ] as const)('is %s', (_, corners, expected) => {
    const canvas = fakeCanvas([holeLine(11, 0), holeLine(12, 400)])
    const made = canvas.draw('zone', corners, FAIRWAY.id).features.at(-1)
    expect(made?.kind === 'zone' && made.properties.holeId).toBe(expected === null ? null : idOf(expected))
  })
})
