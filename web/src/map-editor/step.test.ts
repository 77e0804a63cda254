import { type CourseFeature, courseFeature, FEATURE_KINDS } from '@greensward/domain'
import { areaM2 } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { drawingOf } from './drawingOf.ts'
import {
  at,
  boxOf,
  FAIRWAY,
  fakeCanvas,
  GREEN,
  idOf,
  plane,
  ROUGH,
  restriction,
  road,
  zone,
} from './fakeCanvas.fixture.ts'
import { SHAPE_OF } from './newFeature.ts'

const words = { length: (m: number) => `${m.toFixed(1)} m`, area: (m2: number) => `${m2.toFixed(0)} m²` }
const fairway = zone(1, FAIRWAY, boxOf(0, 0, 60, 40))
const bunker = restriction(2, boxOf(10, 10, 20, 20))
const green = zone(3, GREEN, boxOf(70, 0, 90, 20))
const path = road(4, [
  [-10, 50],
  [30, 50],
  [70, 50],
])

const cornersOf = (feature: CourseFeature | undefined): readonly (readonly [number, number])[] => {
  if (feature === undefined) return []
  const [first] = plane.flatOf(feature).paths
  return Array.from({ length: first?.count ?? 0 }, (_, i): readonly [number, number] => [
    Math.round((first?.xy[2 * i] ?? 0) * 100) / 100,
    Math.round((first?.xy[2 * i + 1] ?? 0) * 100) / 100,
  ])
}
const areaOf = (feature: CourseFeature | undefined): number => {
  if (feature?.geometry.type !== 'Polygon') return 0
  const [outer = [], ...holes] = feature.geometry.coordinates.map(ring => ring.slice(0, -1).map(plane.toFlat))
  return Math.round(areaM2({ outer, holes }))
}

describe('drawing', () => {
  test.each(FEATURE_KINDS)('a %s is drawn, named, selected, and as the contract wants it', kind => {
    const canvas = fakeCanvas([])
    const points =
      SHAPE_OF[kind] === 'polygon'
        ? boxOf(0, 0, 10, 10)
        : SHAPE_OF[kind] === 'line'
          ? boxOf(0, 0, 10, 10).slice(0, 2)
          : boxOf(0, 0, 1, 1).slice(0, 1)
    const state = canvas.draw(kind, points, FAIRWAY.id)
    expect(state.features).toHaveLength(1)
    const [made] = state.features
    expect(courseFeature.safeParse(made).success).toBe(true)
    expect(state.selection).toEqual([made?.id])
    expect(state.tool.kind).toBe('select')
    expect(state.faults).toEqual([])
  })

  test('a press on the first corner closes an area, and a press on the last point adds nothing', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'area', zoneTypeId: null })
    for (const [x, y] of boxOf(0, 0, 30, 30)) canvas.click(x, y)
    canvas.click(0, 30)
    expect(canvas.state().sketch.points).toHaveLength(4)
    expect(cornersOf(canvas.click(0.5, 0.5).features[0])).toHaveLength(4)
  })

  test('undo takes back a point while something is drawn, redo puts it back, Esc gives the drawing up', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'road', zoneTypeId: null })
    canvas.click(0, 0)
    canvas.click(10, 0)
    expect(canvas.send({ type: 'undo' }).sketch.points).toHaveLength(1)
    expect(canvas.send({ type: 'redo' }).sketch.points).toHaveLength(2)
    expect(canvas.key('Backspace').sketch.points).toHaveLength(1)
    expect(canvas.key('Enter').notice?.key).toBe('twoPoints')
    expect(canvas.key('Escape').sketch.points).toEqual([])
    expect(canvas.key('Escape').tool.kind).toBe('select')
    expect(canvas.state().features).toEqual([])
  })

  test('a new corner lands exactly on the corner of a neighbour, else on its edge, and with Alt where it was put', () => {
    const canvas = fakeCanvas([fairway])
    canvas.use({ kind: 'draw', feature: 'road', zoneTypeId: null })
    expect(canvas.click(60.6, 0.4).sketch.points.at(-1)).toEqual(at(60, 0))
    expect(canvas.click(60.5, 20).sketch.points.at(-1)).toEqual(at(60, 20))
    expect(canvas.click(60.5, 30, { alt: true }).sketch.points.at(-1)).toEqual(at(60.5, 30))
  })

  test('a round thing is pulled up from its centre, or pressed at centre and rim', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'radius', zoneTypeId: null })
    const pulled = canvas.drag([0, 0], [7, 0]).features[0]
    expect(pulled?.kind === 'radius' && pulled.properties.radiusM).toBe(7)
    canvas.use({ kind: 'draw', feature: 'radius', zoneTypeId: null })
    canvas.click(50, 0)
    const clicked = canvas.click(54, 0).features[1]
    expect(clicked?.kind === 'radius' && clicked.properties.radiusM).toBe(4)
  })

  test('the base angle of a hole is that of its line from tee to green and follows it', () => {
    const canvas = fakeCanvas([])
    const drawn = canvas.draw('hole', [
      [0, 0],
      [100, 0],
    ]).features[0]
    expect(drawn?.kind === 'hole' && drawn.properties.baseAngle).toBe(90)
    const turned = canvas.drag([100, 0], [0, -100]).features[0]
    expect(turned?.kind === 'hole' && turned.properties.baseAngle).toBe(180)
  })

  test('a typed coordinate is a point like any other', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'note', zoneTypeId: null })
    expect(canvas.send({ type: 'addPoint', at: at(5, 5) }).features[0]?.geometry.coordinates).toEqual(at(5, 5))
  })
})

describe('reshaping', () => {
  test('a corner is dragged, and nothing else moves', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    expect(cornersOf(canvas.drag([60, 40], [65, 45]).features[0])).toEqual([
      [0, 0],
      [60, 0],
      [65, 45],
      [0, 40],
    ])
    expect(canvas.state().history.done).toHaveLength(1)
  })

  test('a drag inside of what is selected moves the map, never the thing', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    expect(canvas.drag([30, 20], [40, 30]).features).toEqual([fairway])
    expect(canvas.state().drag).toBeNull()
  })

  test('the middle of an edge pulled out is a new corner, and so is one pressed', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    expect(cornersOf(canvas.drag([30, 0], [30, -5]).features[0])).toContainEqual([30, -5])
    canvas.click(60, 20)
    expect(cornersOf(canvas.state().features[0])).toHaveLength(6)
    expect(canvas.state().corner).toEqual({ path: 0, index: 3 })
  })

  test('a finger on an edge moves the map, a finger on its middle pulls a corner out', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20, { touch: true })
    canvas.drag([12, 0], [12, -5], { touch: true })
    expect(cornersOf(canvas.state().features[0])).toHaveLength(4)
    canvas.drag([30, 1.5], [30, -5], { touch: true })
    expect(cornersOf(canvas.state().features[0])).toHaveLength(5)
  })

  test('a finger beside a corner moves it by as much as the finger moves, and the loupe shows the hidden position', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20, { touch: true })
    const hidden: unknown[] = []
    const finger = (type: 'down' | 'drag' | 'up', x: number, y: number): void => {
      const [pointer] = [{ metresPerPixel: 0.1, rotationDeg: 0, touch: true, shift: false, alt: false, found: [] }]
      canvas.send({ type, pointer: { ...pointer, at: at(x, y) } })
      hidden.push(drawingOf(canvas.state(), canvas.world(), words).hiddenAt)
    }
    finger('down', 61.5, 38.5)
    finger('drag', 64, 37)
    finger('drag', 66.5, 35.5)
    finger('up', 66.5, 35.5)
    expect(cornersOf(canvas.state().features[0])).toContainEqual([65, 37])
    const [before, , during, after] = hidden
    expect([before, after]).toEqual([null, null])
    expect(plane.toFlat(during as [number, number]).map(metres => Math.round(metres * 100) / 100)).toEqual([65, 37])
    canvas.drag([0.5, 0.5], [-5, 0.5])
    expect(cornersOf(canvas.state().features[0])).toContainEqual([-5, 0.5])
  })

  test('Del takes the chosen corner out, but never the third', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.click(60, 40)
    expect(cornersOf(canvas.key('Delete').features[0])).toHaveLength(3)
    canvas.click(0, 0)
    const refused = canvas.key('Delete')
    expect(cornersOf(refused.features[0])).toHaveLength(3)
    expect(refused.notice?.key).toBe('threeCorners')
  })

  test('Tab goes from corner to corner, arrows nudge the chosen one in one step, typed coordinates move it there', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.key('Tab')
    canvas.key('Tab')
    expect(canvas.state().corner).toEqual({ path: 0, index: 1 })
    canvas.key('ArrowRight')
    canvas.key('ArrowUp', true)
    expect(cornersOf(canvas.state().features[0])[1]).toEqual([60.1, 1])
    expect(canvas.state().history.done).toHaveLength(1)
    canvas.send({ type: 'placeCorner', ref: { path: 0, index: 1 }, to: at(61, 2) })
    expect(cornersOf(canvas.state().features[0])[1]).toEqual([61, 2])
    for (let i = 0; i < 3; i++) canvas.key('Tab')
    expect(canvas.state().corner).toBeNull()
  })

  test('a dragged corner catches the neighbour, so that both share it', () => {
    const canvas = fakeCanvas([fairway, green])
    canvas.click(30, 20)
    const [after] = canvas.drag([60, 0], [69.5, 0.3]).features
    expect(after?.geometry.type === 'Polygon' && after.geometry.coordinates[0]?.[1]).toEqual(at(70, 0))
  })

  test('the radius is dragged by its rim', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'radius', zoneTypeId: null })
    canvas.drag([0, 0], [5, 0])
    const [round] = canvas.drag([5, 0], [9, 0]).features
    expect(round?.kind === 'radius' && round.properties.radiusM).toBe(9)
  })

  test('Esc during a drag leaves everything as it was', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.send({
      type: 'down',
      pointer: { at: at(0, 0), metresPerPixel: 0.1, rotationDeg: 0, touch: false, shift: false, alt: false, found: [] },
    })
    expect(canvas.state().drag).not.toBeNull()
    expect(canvas.key('Escape').drag).toBeNull()
    expect(canvas.state().features).toEqual([fairway])
  })

  test('while a corner is dragged over another edge the drawing says that it crosses, and the fault is listed after', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    const state = canvas.drag([60, 40], [30, -10])
    expect(state.faults.map(({ reason }) => reason)).toEqual(['selfIntersection'])
    expect(drawingOf(state, canvas.world(), words).marks.some(({ role }) => role === 'fault')).toBe(true)
  })
})

describe('as a whole', () => {
  test('only the tool for it moves a thing, and only the one that was selected', () => {
    const canvas = fakeCanvas([fairway, green])
    canvas.click(30, 20)
    canvas.use({ kind: 'move' })
    canvas.drag([80, 10], [85, 10])
    expect(canvas.state().features).toEqual([fairway, green])
    canvas.drag([30, 20], [33, 24])
    expect(cornersOf(canvas.state().features[0])[0]).toEqual([3, 4])
    expect(cornersOf(canvas.state().features[1])[0]).toEqual([70, 0])
  })

  test('several are selected with shift or a box, moved together, and deleted as one step', () => {
    const canvas = fakeCanvas([fairway, green, path])
    canvas.click(30, 30)
    canvas.click(80, 10, { shift: true })
    expect(canvas.state().selection).toEqual([fairway.id, green.id])
    canvas.use({ kind: 'move' })
    canvas.drag([30, 30], [30, 35])
    expect(canvas.state().features.map(feature => cornersOf(feature)[0])).toEqual([
      [0, 5],
      [70, 5],
      [-10, 50],
    ])
    canvas.use({ kind: 'box' })
    expect(canvas.drag([-20, -20], [100, 60]).selection).toHaveLength(3)
    const gone = canvas.send({ type: 'removeSelection' })
    expect(gone.features).toEqual([])
    expect(gone.history.done).toHaveLength(2)
    expect(canvas.send({ type: 'undo' }).features).toHaveLength(3)
  })
})

describe('surgery', () => {
  test('a line across splits an area; the first part keeps the name', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.use({ kind: 'split' })
    canvas.click(20, -5)
    canvas.click(20, 45)
    const state = canvas.key('Enter')
    expect(canvas.titles()).toEqual(['Zone 1', 'Zone 1 2'])
    expect(state.features.map(areaOf)).toEqual([1_600, 800])
    expect(state.features[0]?.id).toBe(fairway.id)
  })

  test('a line that does not cross is refused, and nothing changes', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.use({ kind: 'split' })
    canvas.click(20, -5)
    canvas.click(20, 15)
    expect(canvas.key('Enter').notice?.key).toBe('splitMissed')
    expect(canvas.state().features).toEqual([fairway])
  })

  test('a road is split where the line crosses it and made one again', () => {
    const canvas = fakeCanvas([path])
    canvas.click(0, 50)
    canvas.use({ kind: 'split' })
    canvas.click(50, 40)
    canvas.click(50, 60)
    const split = canvas.key('Enter')
    expect(split.features.map(feature => cornersOf(feature).length)).toEqual([3, 2])
    expect(canvas.send({ type: 'merge' }).features).toHaveLength(1)
  })

  test('areas that touch are merged, areas apart and things of two kinds are refused', () => {
    const canvas = fakeCanvas([fairway, zone(5, ROUGH, boxOf(60, 0, 70, 40)), green, bunker])
    canvas.send({ type: 'select', ids: [fairway.id, idOf(5)], how: 'only' })
    const merged = canvas.send({ type: 'merge' })
    expect(merged.features).toHaveLength(3)
    expect(areaOf(merged.features[0])).toBe(2_800)
    canvas.send({ type: 'select', ids: [bunker.id, green.id], how: 'only' })
    expect(canvas.send({ type: 'merge' }).notice?.key).toBe('mergeKinds')
    const apart = fakeCanvas([fairway, green])
    apart.send({ type: 'select', ids: [fairway.id, green.id], how: 'only' })
    expect(apart.send({ type: 'merge' }).notice?.key).toBe('mergeApart')
  })

  test('a restriction is cut out of a fairway, and a drawn shape bites into its edge', () => {
    const canvas = fakeCanvas([fairway, bunker])
    const cut = canvas.send({ type: 'cutOut', from: fairway.id, cutter: bunker.id })
    expect(areaOf(cut.features[0])).toBe(2_300)
    expect(cut.features[1]).toEqual(bunker)
    canvas.click(30, 30)
    canvas.use({ kind: 'cut' })
    for (const [x, y] of boxOf(50, 30, 70, 50)) canvas.click(x, y, { alt: true })
    expect(areaOf(canvas.key('Enter').features[0])).toBe(2_200)
    canvas.send({ type: 'undo' })
    expect(canvas.send({ type: 'undo' }).features).toEqual([fairway, bunker])
  })

  test('cuts nothing without an overlap, and never cuts away a whole object', () => {
    const canvas = fakeCanvas([fairway, green, zone(6, ROUGH, boxOf(-5, -5, 65, 45))])
    expect(canvas.send({ type: 'cutOut', from: fairway.id, cutter: green.id }).notice?.key).toBe('cutMissed')
    expect(canvas.send({ type: 'cutOut', from: fairway.id, cutter: idOf(6) }).notice?.key).toBe('cutAll')
  })
})

describe('a hole that is deleted', () => {
  const hole: CourseFeature = {
    type: 'Feature',
    id: idOf(9),
    kind: 'hole',
    geometry: { type: 'LineString', coordinates: [at(0, -20), at(90, -20)] },
    properties: { name: '7', baseAngle: 90, par: 4, rating: 7, pass: 15, sort: 7, isActive: true, view: null },
  }
  const played = { ...fairway, properties: { ...fairway.properties, holeId: hole.id } } as CourseFeature

  test('takes its line of play from its zones in the same step, and undo gives both back', () => {
    const canvas = fakeCanvas([hole, played, green])
    canvas.send({ type: 'select', ids: [hole.id], how: 'only' })
    const after = canvas.send({ type: 'removeSelection' })
    expect(after.features).toEqual([fairway, green])
    expect(after.faults).toEqual([])
    expect(after.history.done).toHaveLength(1)
    expect(canvas.send({ type: 'undo' }).features).toEqual(expect.arrayContaining([hole, played, green]))
  })

  test('a zone that points to a hole of long ago can be edited, and then belongs to none', () => {
    const canvas = fakeCanvas([played, green])
    canvas.send({ type: 'select', ids: [played.id], how: 'only' })
    const renamed = { ...played, properties: { ...played.properties, title: 'Wide' } } as CourseFeature
    const after = canvas.send({
      type: 'edit',
      label: 'Rename',
      diff: { added: [], updated: [[played, renamed]], removed: [] },
      join: null,
    })
    expect(after.faults).toEqual([])
    expect(after.features.find(({ id }) => id === played.id)?.properties).toMatchObject({ title: 'Wide', holeId: null })
  })
})

describe('forbidden changes', () => {
  test('a zone with a working mission is neither edited nor deleted', () => {
    const canvas = fakeCanvas([fairway], { busy: new Set([fairway.id]) })
    expect(canvas.click(30, 20).notice?.key).toBe('busyEdit')
    expect(canvas.drag([60, 40], [65, 45]).features).toEqual([fairway])
    expect(canvas.send({ type: 'removeSelection' }).notice?.key).toBe('busyDelete')
    expect(canvas.send({ type: 'moveBy', eastM: 1, northM: 0 }).notice?.key).toBe('busyEdit')
    expect(canvas.state().features).toEqual([fairway])
  })

  test('keeps an object that the person may not change', () => {
    const canvas = fakeCanvas([fairway, path], { mayChange: ({ kind }) => kind === 'road' })
    canvas.click(30, 20)
    expect(canvas.send({ type: 'removeSelection' }).notice?.key).toBe('forbidden')
    expect(canvas.draw('zone', boxOf(0, 0, 5, 5)).notice?.key).toBe('forbidden')
    expect(canvas.state().features).toEqual([fairway, path])
  })
})

describe('while others change the course', () => {
  test('their changes show beside the draft and never touch it', () => {
    const canvas = fakeCanvas([fairway, green])
    canvas.click(30, 20)
    canvas.drag([60, 40], [65, 45])
    const moved = zone(3, GREEN, boxOf(72, 0, 92, 20))
    canvas.setWorld({ today: [fairway, moved] })
    const state = canvas.send({ type: 'today' })
    expect(state.features[1]).toEqual(moved)
    expect(cornersOf(state.features[0])[2]).toEqual([65, 45])
    expect(state.conflicts).toEqual([])
  })

  test('keeps both a name changed by others and a corner moved here', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.drag([60, 40], [65, 45])
    const renamed = { ...fairway, properties: { ...fairway.properties, title: 'Fairway 9' } } as CourseFeature
    canvas.setWorld({ today: [renamed] })
    const state = canvas.send({ type: 'today' })
    expect(canvas.titles()).toEqual(['Fairway 9'])
    expect(cornersOf(state.features[0])[2]).toEqual([65, 45])
    expect(state.notice?.key).toBe('merged')
    expect(canvas.send({ type: 'undo' }).features).toEqual([renamed])
  })

  const theirs = zone(1, FAIRWAY, boxOf(-3, 0, 60, 40))
  const conflicted = () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.drag([60, 40], [65, 45])
    canvas.setWorld({ today: [theirs] })
    expect(canvas.send({ type: 'today' }).conflicts.map(({ id }) => id)).toEqual([fairway.id])
    return canvas
  }

  test('of two shapes of one thing a person chooses theirs, mine or both', () => {
    const first = conflicted().send({ type: 'settle', id: fairway.id, whose: 'theirs' })
    expect(first.features).toEqual([theirs])
    expect(first.conflicts).toEqual([])
    const canvas = conflicted()
    const second = canvas.send({ type: 'settle', id: fairway.id, whose: 'mine' })
    expect(cornersOf(second.features[0])[2]).toEqual([65, 45])
    expect(second.draft.updated[0]?.[0]).toEqual(theirs)
    expect(canvas.send({ type: 'undo' }).features).toEqual([theirs])
    const third = conflicted().send({ type: 'settle', id: fairway.id, whose: 'both' })
    expect(third.features).toHaveLength(2)
    expect(third.draft.added).toHaveLength(1)
  })

  test('an object deleted by others can be restored or dropped', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.drag([60, 40], [65, 45])
    canvas.setWorld({ today: [] })
    expect(canvas.send({ type: 'today' }).conflicts).toHaveLength(1)
    expect(canvas.send({ type: 'settle', id: fairway.id, whose: 'mine' }).draft.added).toHaveLength(1)
  })

  test('drops a draft that the server stored although its answer was lost', () => {
    const canvas = fakeCanvas([])
    const made = canvas.draw('area', boxOf(0, 0, 10, 10)).features
    canvas.setWorld({ today: made })
    expect(canvas.send({ type: 'today' }).draft.added).toEqual([])
  })
})

test('the drawing carries the size of what is drawn, to the pointer', () => {
  const canvas = fakeCanvas([])
  canvas.use({ kind: 'measure' })
  canvas.click(0, 0)
  canvas.click(30, 0)
  expect(drawingOf(canvas.state(), canvas.world(), words).label?.text).toBe('30.0 m')
  canvas.click(30, 40)
  canvas.click(0, 0)
  expect(drawingOf(canvas.state(), canvas.world(), words).label?.text).toBe('600 m² · 120.0 m')
})
