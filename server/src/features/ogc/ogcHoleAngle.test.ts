/** Lines of holes that other programs edit by OGC API: the direction of play turns with them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GisProgram, startGisProgram } from '../../testing/gisProgram.ts'
import { at } from '../../testing/ground.ts'

let gis: GisProgram
beforeAll(async () => {
  gis = await startGisProgram()
})
afterAll(() => gis?.server.close())

describe('the base angle of a hole', () => {
  const makeHole = (y: number, properties: object = {}) =>
    gis.create('hole', gis.feature('LineString', [at(0, y), at(150, y), at(300, y)], { name: '3', ...properties }))
  const line = (...coordinates: readonly (readonly number[])[]) => ({ type: 'LineString', coordinates })

  test('turns with a line whose green was moved by PATCH, as QGIS moves a vertex', async () => {
    const { body } = await makeHole(-200)
    const geometry = line(at(0, -200), at(150, -200), at(150, -350))
    const moved = await gis.ask(`hole/items/${body.id}`, { method: 'PATCH', body: { geometry } })
    expect([body.properties.baseAngle, moved.body.properties.baseAngle]).toEqual([90, 135])
    const { baseAngle: _, lengthM: __, ...rest } = body.properties
    expect(moved.body.properties).toMatchObject(rest)
  })

  test('turns with a line that was reversed by PUT with all that was read', async () => {
    const { body } = await makeHole(-210)
    const geometry = line(at(300, -210), at(150, -210), at(0, -210))
    const reversed = await gis.ask(`hole/items/${body.id}`, { method: 'PUT', body: { ...body, geometry } })
    expect(reversed.body.properties.baseAngle).toBe(270)
    const again = await gis.ask(`hole/items/${body.id}`, { method: 'PUT', body })
    expect(again.body).toEqual(body)
  })

  test('stays where a person chose another one, before or with the edit', async () => {
    const { body } = await makeHole(-220, { baseAngle: 40 })
    const geometry = line(at(0, -220), at(0, -420))
    const moved = await gis.ask(`hole/items/${body.id}`, { method: 'PATCH', body: { geometry } })
    expect(moved.body.properties.baseAngle).toBe(40)
    const followed = await makeHole(-230)
    const chosen = await gis.ask(`hole/items/${followed.body.id}`, {
      method: 'PATCH',
      body: { geometry, properties: { baseAngle: 12.5 } },
    })
    expect(chosen.body.properties.baseAngle).toBe(12.5)
  })

  test('keeps its fraction where the line is the same', async () => {
    const { body } = await makeHole(-240, { baseAngle: 90.4 })
    const { geometry } = body
    const renamed = await gis.ask(`hole/items/${body.id}`, {
      method: 'PATCH',
      body: { geometry, properties: { name: '4' } },
    })
    expect(renamed.body.properties).toMatchObject({ name: '4', baseAngle: 90.4 })
  })
})
