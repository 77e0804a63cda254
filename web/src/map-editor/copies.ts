/** Copies of features: what is duplicated, or copied and pasted at the pointer. */
import { type CourseFeature, featureTitle, nextHole } from '@greensward/domain'
import type { XY } from '@greensward/geometry'
import { shifted } from './corners.ts'
import type { World } from './editorState.ts'
import { holeUnder } from './holeUnder.ts'
import { middleOf } from './shaping.ts'

const NUMBER_AT_END = /\s*\d+$/

/** The next free number after the name of the original: 'Bunker 3' is copied as 'Bunker 4'. */
const nextTitle = (title: string, taken: ReadonlySet<string>): string => {
  const name = title.replace(NUMBER_AT_END, '')
  let number = Number(/\d+$/.exec(title)?.[0] ?? 1) + 1
  while (taken.has(`${name} ${number}`.trim())) number++
  return `${name} ${number}`.trim()
}

const named = (feature: CourseFeature, others: readonly CourseFeature[], world: World): CourseFeature => {
  switch (feature.kind) {
    case 'hole': {
      const { name, number } = nextHole(others.flatMap(other => (other.kind === 'hole' ? [other.properties.name] : [])))
      return { ...feature, properties: { ...feature.properties, name, sort: number, view: null } }
    }
    case 'note':
      return { ...feature, properties: { ...feature.properties, author: world.author, time: world.now() } }
    default: {
      const taken = new Set(others.filter(({ kind }) => kind === feature.kind).map(featureTitle))
      const title = nextTitle(feature.properties.title, taken).slice(0, 120)
      return { ...feature, properties: { ...feature.properties, title } } as CourseFeature
    }
  }
}

/** An area that is copied to another hole belongs to that one. */
const onItsHole = (copy: CourseFeature, features: readonly CourseFeature[], world: World): CourseFeature => {
  if (copy.kind !== 'zone' && copy.kind !== 'missionArea') return copy
  const holeId = holeUnder(copy.geometry.coordinates[0] ?? [], features, world.plane)
  return { ...copy, properties: { ...copy.properties, holeId } } as CourseFeature
}

/**
 * Copies with ids and names of their own.
 * @param to the middle of the copies, in metres on the plane
 */
export const copiesAt = (
  originals: readonly CourseFeature[],
  to: XY,
  features: readonly CourseFeature[],
  world: World,
): readonly CourseFeature[] => {
  const { plane, newId } = world
  const from = middleOf(originals, plane)
  // The plane is linear in degrees: one shift fits every corner.
  const [lon, lat] = plane.toPosition(from)
  const [toLon, toLat] = plane.toPosition(to)
  const copies: CourseFeature[] = []
  for (const original of originals) {
    const moved = { ...shifted(original, toLon - lon, toLat - lat), id: newId() }
    copies.push(onItsHole(named(moved, [...features, ...copies], world), features, world))
  }
  return copies
}

/** Room between an original and its duplicate, metres. */
const GAP_M = 2

/** Beside the originals, on their right, so that nothing covers anything. */
export const besideOf = (originals: readonly CourseFeature[], { plane }: World): XY => {
  const flats = originals.map(plane.flatOf)
  const roomM = Math.max(0, ...originals.map(feature => (feature.kind === 'radius' ? feature.properties.radiusM : 0)))
  const widthM = Math.max(...flats.map(({ maxX }) => maxX)) - Math.min(...flats.map(({ minX }) => minX)) + 2 * roomM
  const [x, y] = middleOf(originals, plane)
  return [x + widthM + GAP_M, y]
}
