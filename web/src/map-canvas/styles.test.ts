import type { CourseFeature } from '@greensward/domain'
import Polygon from 'ol/geom/Polygon.js'
import type Style from 'ol/style/Style.js'
import { expect, test } from 'vitest'
import { CourseShape } from './courseSource.ts'
import { makeFeatureStyles } from './featureStyles.ts'
import { PlanShape, planStyle } from './planShapes.ts'
import type { MissionTone } from './scene.ts'

const square = new Polygon([
  [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 0],
  ],
])

/** The colour of the uppermost line. */
const lineColour = (styles: readonly Style[]) => styles.at(-1)?.getStroke()?.getColor()

test.each<[tone: MissionTone, colour: string]>([
  ['planned', '#ef9715'],
  ['working', '#42bf4f'],
])('draws the edge and the swaths of a %s mission in %s', (tone, colour) => {
  for (const part of ['edge', 'line'] as const)
    expect(lineColour(planStyle(new PlanShape(part, tone, 2, square), 0.1, 2))).toBe(colour)
})

test('draws a road in yellow', () => {
  const road: CourseFeature = {
    type: 'Feature',
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'road',
    geometry: {
      type: 'LineString',
      coordinates: [
        [-2.7, 52.7],
        [-2.6, 52.7],
      ],
    },
    properties: { title: 'North', type: 'cartPath' },
  }
  const styles = makeFeatureStyles({ noGo: '#000000', noGoCarts: '#000000', rain: '#000000' })
  const look = { zones: true, filled: true, rain: 'none' as const }
  expect(styles.of(new CourseShape(road), 0.1, look).map(style => style.getStroke()?.getColor())).toContain('#fff90b')
})

test('a rain zone is hatched while rain mode is on, and only edged on dry days', () => {
  const zone: CourseFeature = {
    type: 'Feature',
    id: '00000000-0000-4000-8000-000000000002',
    kind: 'zone',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [-2.7, 52.7],
          [-2.6, 52.7],
          [-2.6, 52.8],
          [-2.7, 52.7],
        ],
      ],
    },
    properties: {
      title: 'Low fairway',
      zoneTypeId: '00000000-0000-4000-8000-000000000003',
      holeId: null,
      rainModeRestricted: true,
      hiddenForMower: false,
      hiddenForBuggy: false,
    },
  }
  const styles = makeFeatureStyles({ noGo: '#000000', noGoCarts: '#000000', rain: 'hatch' })
  const fills = (rain: 'none' | 'open' | 'closed') =>
    styles
      .of(new CourseShape(zone), 0.1, { zones: false, filled: false, rain })
      .map(style => style.getFill()?.getColor())
  expect(fills('closed')).toEqual(['hatch'])
  expect(fills('open')).toEqual(['rgb(47 127 208 / 8%)'])
  expect(fills('none')).toEqual([])
})
