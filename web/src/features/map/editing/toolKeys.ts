/** One key for each tool of the editor and each kind that it draws; zone types have the digits, in their order. */
import type { FeatureKind, ZoneType } from '@greensward/domain'
import type { Tool } from '../../../map-editor/editorState.ts'

const KIND_KEYS: Readonly<Record<string, FeatureKind>> = {
  h: 'hole',
  r: 'road',
  x: 'restriction',
  c: 'radius',
  i: 'missionArea',
  a: 'area',
  d: 'markedArea',
  g: 'garage',
  w: 'wc',
  n: 'note',
}

const TOOL_KEYS: Readonly<Record<string, Exclude<Tool['kind'], 'draw'>>> = {
  v: 'select',
  b: 'box',
  m: 'move',
  s: 'split',
  o: 'cut',
  l: 'measure',
}

const keyFor = (keys: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.keys(keys).find(key => keys[key] === name)

export const keyOfKind = (kind: FeatureKind): string | undefined => keyFor(KIND_KEYS, kind)
export const keyOfTool = (kind: Exclude<Tool['kind'], 'draw'>): string | undefined => keyFor(TOOL_KEYS, kind)
/** @param index of the type in the list; the tenth and later ones have no digit */
export const keyOfZoneType = (index: number): string | undefined => (index < 9 ? String(index + 1) : undefined)

/**
 * The tool that a key takes up; undefined for a key without one.
 * @param key as the keyboard names it, in either case
 * @param kinds those that this person may draw
 */
export const toolOfKey = (
  key: string,
  kinds: readonly FeatureKind[],
  zoneTypes: readonly ZoneType[],
): Tool | undefined => {
  const name = key.toLowerCase()
  const plain = TOOL_KEYS[name]
  if (plain !== undefined) return { kind: plain }
  const type = /^[1-9]$/.test(name) ? zoneTypes[Number(name) - 1] : undefined
  if (type !== undefined && kinds.includes('zone')) return { kind: 'draw', feature: 'zone', zoneTypeId: type.id }
  const feature = KIND_KEYS[name]
  return feature !== undefined && kinds.includes(feature) ? { kind: 'draw', feature, zoneTypeId: null } : undefined
}
