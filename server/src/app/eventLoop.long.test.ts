import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { CourseFeature } from '@greensward/domain'
import { expect, test } from 'vitest'
import { openFieldRig } from '../testing/fieldRig.ts'
import { type Coordinates, largeCourse, moved, zoneOfCorners } from '../testing/largeCourse.ts'

const EVERY_MS = 100
/** Generous for a loaded host; it was minutes. The figures that are printed say what it is. */
const MOST_MS = 1_000

test('stops are answered while a course of 54 holes is imported and its settings change', async () => {
  const rig = await openFieldRig({ speed: 1, mowers: 1 })
  const waits: number[] = []
  let isOver = false
  try {
    const course = largeCourse([1, -2])
    const types = new Map<string, string>()
    for (const { id, name, color, directions, allowsIntersection, mowable } of course.zoneTypes) {
      const made = await rig.call(calls.zoneTypes.create, {
        body: { name: `${name} 2`, color, directions, allowsIntersection, mowable },
      })
      types.set(id, made.result.id)
    }
    const features = course.features.map(
      (feature): CourseFeature =>
        feature.kind === 'zone'
          ? {
              ...feature,
              properties: { ...feature.properties, zoneTypeId: types.get(feature.properties.zoneTypeId) ?? '' },
            }
          : feature,
    )
    const stopping = (async () => {
      while (!isOver) {
        const since = performance.now()
        await rig.call(calls.mowers.stopAll)
        waits.push(performance.now() - since)
        await new Promise(resolve => setTimeout(resolve, EVERY_MS))
      }
    })()
    const delayed = async (what: string): Promise<number> => {
      const { servers } = (await rig.call(lateCalls.operation.status)).result
      const ms = Math.round(servers[0]?.loopDelay?.maxMs ?? Number.POSITIVE_INFINITY)
      const longest = Math.round(Math.max(...waits.splice(0)))
      console.log(`${what}: event loop at worst ${ms} ms of late, longest answer of a stop ${longest} ms`)
      return ms
    }
    const change = async (label: string, added: CourseFeature[]) => {
      const { revision: baseRevision } = (await rig.call(calls.map.get)).result
      const answer = await rig.call(calls.map.change, {
        body: { baseRevision, label, added, updated: [], removed: [] },
      })
      return answer.result
    }
    await delayed('Before')
    await change('54 holes', features)
    await delayed('54 holes applied')
    const exported: { features: { geometry: { coordinates: Coordinates } }[] } = JSON.parse(
      JSON.stringify((await rig.call(calls.map.export, { query: { format: 'geojson' } })).result),
    )
    // The same course elsewhere, so that nothing of it is on the map already.
    for (const { geometry } of exported.features) geometry.coordinates = moved(geometry.coordinates, [0.5, 0])
    const file = JSON.stringify(exported)
    await delayed('Exported')
    const preview = (await rig.importFile(file)).result
    expect(preview.format).toBe('geojson')
    console.log(`${Math.round(file.length / 1e6)} MB, ${preview.features.length} features of ${features.length}`)
    await delayed('Previewed')
    await rig.call(lateCalls.imports.apply, {
      params: { id: preview.id },
      body: { baseRevision: (await rig.call(calls.map.get)).result.revision, label: 'Elsewhere', mode: 'add' },
    })
    expect((await rig.call(calls.map.get)).result.features.length).toBeGreaterThan(features.length * 1.9)
    await delayed('Imported')
    const roughId = course.zoneTypes.find(({ allowsIntersection }) => allowsIntersection)?.id ?? ''
    await change('Many corners', [zoneOfCorners(types.get(roughId) ?? '', 10_000, [-1.75, 50.8])])
    await delayed('10,000 corners')
    await rig.call(calls.settings.update, { body: { rainMode: 'true' } })
    await rig.call(calls.mapHistory.compare, { query: { from: 1, to: 2 } })
    const worst = await delayed('Settings changed, revisions compared')
    isOver = true
    await stopping
    expect(worst).toBeLessThan(MOST_MS)
  } finally {
    isOver = true
    await rig.close()
  }
}, 240_000)
