import {
  blade,
  type CourseFeature,
  cart,
  category,
  courseFeature,
  dish,
  type FeatureOf,
  forbiddenGround,
  mower,
  technicalNumber,
  wayToStart,
  zoneType,
} from '@greensward/domain'
import {
  bufferLines,
  localFrame,
  type PolygonXY,
  polygonProblem,
  polygonsIntersect,
  type XY,
} from '@greensward/geometry'
import { describe, expect, it } from 'vitest'
import { demoCourse } from './demoCourse.ts'

const course = demoCourse()
const frame = localFrame(course.centre)
const UPDATED_AT = '2026-05-01T05:30:00.000Z'

const ofKind = <K extends CourseFeature['kind']>(kind: K): FeatureOf<K>[] =>
  course.features.filter((feature): feature is FeatureOf<K> => feature.kind === kind)

const metres = (coordinates: readonly (readonly [number, number])[][]): PolygonXY => {
  const rings = coordinates.map(ring => ring.slice(0, -1).map((position): XY => frame.toLocal(position)))
  return { outer: rings[0] ?? [], holes: rings.slice(1) }
}
const lineXY = (feature: FeatureOf<'road' | 'hole'>): XY[] =>
  feature.geometry.coordinates.map((position): XY => frame.toLocal(position))

const typeName = (id: string): string => course.zoneTypes.find(type => type.id === id)?.name ?? 'unknown'
const zones = ofKind('zone').map(zone => ({
  title: zone.properties.title,
  type: typeName(zone.properties.zoneTypeId),
  polygon: metres(zone.geometry.coordinates),
}))

describe('the demo course', () => {
  it('has only features that the contract accepts, unchanged', () => {
    for (const feature of course.features) expect(courseFeature.parse(feature)).toEqual(feature)
  })

  it('has only machines, types, dishes and numbers that the contract accepts', () => {
    const stamped = <T extends object>(row: T) => ({ ...row, updatedAt: UPDATED_AT })
    for (const type of course.zoneTypes) zoneType.parse(stamped(type))
    for (const one of course.blades) blade.parse(stamped(one))
    for (const { home: _home, headingDeg: _heading, ...own } of course.mowers) mower.parse(stamped(own))
    for (const one of course.carts) cart.parse(stamped(one))
    for (const one of course.categories) category.parse(stamped(one))
    for (const one of course.dishes) dish.parse(stamped(one))
    for (const one of course.technicalNumbers) technicalNumber.parse(stamped(one))
    const categories = new Set(course.categories.map(one => one.id))
    expect(course.dishes.filter(one => !categories.has(one.categoryId))).toEqual([])
    const blades = new Set<string | null>(course.blades.map(one => one.id))
    expect(course.mowers.filter(one => !blades.has(one.bladeId))).toEqual([])
    expect(course.mowers.map(one => one.systemId)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('is the same at every call and gives nothing the same identity twice', () => {
    expect(demoCourse()).toEqual(course)
    const ids = [
      ...course.features,
      ...course.zoneTypes,
      ...course.blades,
      ...course.mowers,
      ...course.carts,
      ...course.categories,
      ...course.dishes,
      ...course.technicalNumbers,
    ].map(one => one.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has holes 1 to 18, par 72, every stroke index once, and views that put the tee at the bottom', () => {
    const holes = ofKind('hole').sort((a, b) => a.properties.sort - b.properties.sort)
    expect(holes.map(hole => hole.properties.name)).toEqual(Array.from({ length: 18 }, (_, i) => `Hole ${i + 1}`))
    const pars = holes.map(hole => hole.properties.par)
    expect(pars.slice(0, 9).reduce((sum, par) => sum + par, 0)).toBe(36)
    expect(pars.slice(9).reduce((sum, par) => sum + par, 0)).toBe(36)
    expect(holes.map(hole => hole.properties.rating).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 18 }, (_, i) => i + 1),
    )
    for (const hole of holes) {
      const line = lineXY(hole)
      const [tee, green] = [line[0] ?? [0, 0], line.at(-1) ?? [0, 0]]
      const bearing = ((Math.atan2(green[0] - tee[0], green[1] - tee[1]) * 180) / Math.PI + 360) % 360
      expect(hole.properties.baseAngle).toBeCloseTo(bearing, 1)
      // Turned clockwise by the view's angle, the line of play points straight up the screen.
      const turned = ((hole.properties.view?.angle ?? 0) + bearing) % 360
      expect(Math.min(turned, 360 - turned), hole.properties.name).toBeLessThan(0.1)
      const lengthM = Math.hypot(green[0] - tee[0], green[1] - tee[1])
      const [least, most] = { 3: [120, 200], 4: [270, 400], 5: [430, 530] }[hole.properties.par] ?? [0, 0]
      expect(lengthM, hole.properties.name).toBeGreaterThan(least ?? 0)
      expect(lengthM, hole.properties.name).toBeLessThan(most ?? 0)
    }
  })

  it('gives every hole a fairway, a green, at least three tees, bunkers and rough', () => {
    for (const hole of ofKind('hole')) {
      const own = ofKind('zone').filter(zone => zone.properties.holeId === hole.id)
      const count = (name: string) => own.filter(zone => typeName(zone.properties.zoneTypeId) === name).length
      expect(count('Green')).toBe(1)
      expect(count('Fairway')).toBeGreaterThan(0)
      expect(count('Tee')).toBeGreaterThanOrEqual(3)
      expect(count('Bunker'), hole.properties.name).toBeGreaterThanOrEqual(2)
      expect(count('Rough')).toBeGreaterThan(0)
    }
  })

  it('has only valid polygons, wound as GeoJSON wants', () => {
    for (const feature of course.features) {
      if (feature.geometry.type !== 'Polygon') continue
      const polygon = metres(feature.geometry.coordinates)
      expect(polygonProblem(polygon), JSON.stringify(feature.properties)).toBeUndefined()
      const signed = polygon.outer.reduce((sum, a, i) => {
        const b = polygon.outer[(i + 1) % polygon.outer.length] ?? a
        return sum + a[0] * b[1] - b[0] * a[1]
      }, 0)
      expect(signed).toBeGreaterThan(0)
    }
  })

  it('is within its bounds', () => {
    const { west, south, east, north } = course.bounds
    const check = ([lon, lat]: readonly [number, number]): void => {
      expect(lon).toBeGreaterThanOrEqual(west - 1e-9)
      expect(lon).toBeLessThanOrEqual(east + 1e-9)
      expect(lat).toBeGreaterThanOrEqual(south - 1e-9)
      expect(lat).toBeLessThanOrEqual(north + 1e-9)
    }
    for (const { geometry } of course.features) {
      if (geometry.type === 'Point') check(geometry.coordinates)
      else if (geometry.type === 'LineString') geometry.coordinates.forEach(check)
      else geometry.coordinates.flat().forEach(check)
    }
  })

  it('lets no fairway, green, tee, bunker or rough reach into another', () => {
    const meetings: string[] = []
    zones.forEach((zone, i) => {
      for (const other of zones.slice(i + 1)) {
        if (zone.type === 'Rough' && other.type === 'Rough') continue
        if (polygonsIntersect(zone.polygon, other.polygon)) meetings.push(`${zone.title} and ${other.title}`)
      }
    })
    expect(meetings).toEqual([])
  })

  it('leads no road over greens, tees, sand or roofs, and over water by bridges alone', () => {
    const blocks = [
      ...zones.filter(zone => ['Green', 'Tee', 'Bunker'].includes(zone.type)),
      ...ofKind('area')
        .filter(area => !['Car park', 'Mower yard'].includes(area.properties.title))
        .map(area => ({ title: area.properties.title, polygon: metres(area.geometry.coordinates) })),
      ...ofKind('restriction')
        .filter(one => one.properties.appliesTo !== 'mowers')
        .map(one => ({ title: one.properties.title, polygon: metres(one.geometry.coordinates) })),
    ]
    const met: string[] = []
    for (const road of ofKind('road')) {
      if (road.properties.type === 'walking') continue
      const [strip] = bufferLines([lineXY(road)], 0.6, 'flat')
      for (const block of blocks) {
        const bridged = road.properties.type === 'crossing' && block.title.startsWith('Lark Brook')
        if (strip !== undefined && !bridged && polygonsIntersect(strip, block.polygon)) {
          met.push(`${road.properties.title} over ${block.title}`)
        }
      }
    }
    expect(met).toEqual([])
    expect(ofKind('road').filter(road => road.properties.type === 'crossing').length).toBe(4)
  })

  it('joins the cart paths of each nine into one way', () => {
    const paths = ofKind('road')
      .filter(road => ['cartPath', 'crossing'].includes(road.properties.type))
      .map(lineXY)
    const joined = paths.map((_, i) => i)
    const root = (i: number): number => (joined[i] === i ? i : root(joined[i] ?? i))
    paths.forEach((a, i) => {
      paths.forEach((b, j) => {
        const near = a.some(p => b.some(q => Math.hypot(p[0] - q[0], p[1] - q[1]) < 4.5))
        if (near) joined[root(i)] = root(j)
      })
    })
    expect(new Set(paths.map((_, i) => root(i))).size).toBe(1)
  })

  it('parks its mowers on the yard, clear of each other and of everything that keeps mowers out', () => {
    const yard = ofKind('area').find(area => area.properties.title === 'Mower yard')
    const types = course.zoneTypes.map(type => ({ ...type, updatedAt: UPDATED_AT }))
    const forbidden = forbiddenGround(frame, course.features, types)
    const homes = course.mowers.map(one => frame.toLocal(one.home))
    homes.forEach(([x, y], i) => {
      const around = {
        outer: [
          [x - 2, y - 2],
          [x + 2, y - 2],
          [x + 2, y + 2],
          [x - 2, y + 2],
        ] as const,
        holes: [],
      }
      expect(yard !== undefined && polygonsIntersect(around, metres(yard.geometry.coordinates))).toBe(true)
      expect(forbidden.filter(one => polygonsIntersect(one.polygon, around))).toEqual([])
      for (const [ox, oy] of homes.slice(i + 1)) expect(Math.hypot(ox - x, oy - y)).toBeGreaterThan(4)
    })
  })

  it('leaves the widest mower a way to every fairway, and smaller ones the bridges', () => {
    const types = course.zoneTypes.map(type => ({ ...type, updatedAt: UPDATED_AT }))
    const [first] = course.mowers
    if (first === undefined) throw new Error('there are mowers')
    for (const zone of ofKind('zone').filter(one => typeName(one.properties.zoneTypeId) === 'Fairway')) {
      const to = zone.geometry.coordinates[0]?.[0]
      if (to === undefined) throw new Error('a fairway has an edge')
      const ask = { features: course.features, zoneTypes: types, from: first.home, to, widthM: 3.4 }
      expect(wayToStart(ask), zone.properties.title).toBeDefined()
    }
    for (const bridge of ofKind('road').filter(road => road.properties.type === 'crossing')) {
      const [from, to] = [bridge.geometry.coordinates[0], bridge.geometry.coordinates.at(-1)]
      if (from === undefined || to === undefined) throw new Error('a bridge has two ends')
      const way = wayToStart({ features: course.features, zoneTypes: types, from, to, widthM: 2.2 })
      expect(way?.lengthM, bridge.properties.title).toBeLessThan(20)
    }
  })

  it('keeps water, meadows and specimen trees closed to mowers, and the bridges open', () => {
    const types = course.zoneTypes.map(type => ({ ...type, updatedAt: UPDATED_AT }))
    const titles = forbiddenGround(frame, course.features, types).map(one => one.title)
    for (const title of ['Lark Mere', 'West Pond', 'Orchid Bank (ecological area)', 'Oak on fairway 2', 'Bunker 1.1']) {
      expect(titles).toContain(title)
    }
    const water = forbiddenGround(frame, ofKind('restriction'), types)
    for (const bridge of ofKind('road').filter(road => road.properties.type === 'crossing')) {
      const [strip] = bufferLines([lineXY(bridge)], 1.2, 'flat')
      if (strip === undefined) throw new Error('a bridge has a length')
      expect(water.filter(one => polygonsIntersect(one.polygon, strip)).map(one => one.title)).toEqual([])
    }
  })
})
