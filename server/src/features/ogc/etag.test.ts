import { courseNames } from '@greensward/course-io/columns'
import type { FeatureOf } from '@greensward/domain'
import { describe, expect, test } from 'vitest'
import { at, rectangle } from '../../testing/ground.ts'
import { etagOf, refuseStale } from './etag.ts'

const names = courseNames([], [])
const noGo: FeatureOf<'restriction'> = {
  type: 'Feature',
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'restriction',
  geometry: { type: 'Polygon', coordinates: rectangle(0, 0, 10, 10) },
  properties: { title: 'Pond', appliesTo: 'both', timetable: [{ days: ['mon'], from: '06:00', to: '09:00' }] },
}

describe('the version of a feature', () => {
  test('does not depend on the order in which its members are stored', () => {
    const [entry] = noGo.properties.timetable ?? []
    const stored: typeof noGo = {
      kind: noGo.kind,
      properties: {
        timetable: entry === undefined ? [] : [{ to: entry.to, from: entry.from, days: entry.days }],
        appliesTo: 'both',
        title: 'Pond',
      },
      geometry: { coordinates: noGo.geometry.coordinates, type: 'Polygon' },
      id: noGo.id,
      type: 'Feature',
    }
    expect(etagOf(stored, names)).toBe(etagOf(noGo, names))
  })

  test('is another one for a moved corner, and for a renamed hole that is shown with it', () => {
    const moved = { ...noGo, geometry: { type: 'Polygon' as const, coordinates: rectangle(0, 0, 10, 11) } }
    expect(etagOf(moved, names)).not.toBe(etagOf(noGo, names))
    const area: FeatureOf<'missionArea'> = {
      ...noGo,
      kind: 'missionArea',
      properties: { title: 'A', holeId: noGo.id },
    }
    const named = (name: string) => ({ zoneTypes: new Map(), holes: new Map([[noGo.id, name]]) })
    expect(etagOf(area, named('1'))).not.toBe(etagOf(area, named('2')))
  })

  test('matches as the one tag, in a list of tags, or where any tag will do', () => {
    const etag = etagOf(noGo, names)
    for (const header of [undefined, etag, '*', ` "0" , ${etag}`]) expect(() => refuseStale(header, etag)).not.toThrow()
    for (const header of ['', '"0"', `W/${etag}`, `${etag.slice(0, -1)}0"`, at(0, 0).join()])
      expect(() => refuseStale(header, etag)).toThrow('This has changed since you read it')
  })
})
