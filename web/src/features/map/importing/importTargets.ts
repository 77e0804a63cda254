/** The possible targets of a group of a file, as choices of a field. */
import type { ImportGroup, ImportShapeKind, ZoneType } from '@greensward/domain'
import type { TFunction } from 'i18next'

export interface TargetChoice {
  readonly group?: string
  readonly value: string
  readonly label: string
}

const AREAS = [
  'restriction:both',
  'restriction:mowers',
  'restriction:carts',
  'area',
  'missionArea',
  'markedArea',
] as const
const LINES = ['hole', 'road:cartPath', 'road:service', 'road:walking', 'road:crossing'] as const
const POINTS = ['note', 'wc', 'garage', 'tree'] as const

const isArea = (shape: ImportShapeKind): boolean => shape === 'area' || shape === 'ring'

/** A closed line may be what it goes round, or a line. */
export const targetChoices = (shape: ImportShapeKind, zoneTypes: readonly ZoneType[], t: TFunction): TargetChoice[] => {
  const named = (values: readonly string[]): TargetChoice[] =>
    values.map(value => ({ value, label: t(`mapFiles.target.${value.replace(':', '.')}`) }))
  return [
    { value: 'ignore', label: t('mapFiles.target.ignore') },
    ...(isArea(shape)
      ? zoneTypes.map(({ id, name }) => ({ value: `zone:${id}`, label: t('mapFiles.target.zone', { type: name }) }))
      : []),
    ...(isArea(shape) ? named(AREAS) : []),
    ...(shape === 'line' || shape === 'ring' ? named(LINES) : []),
    ...(shape === 'point' ? named(POINTS) : []),
  ]
}

/** The name of the group for people. */
export const groupLabel = ({ by, label, shape }: ImportGroup, t: TFunction): string => {
  const things = t(`mapFiles.shape.${shape}`)
  switch (by) {
    case 'tag':
      return label
    case 'word':
      return t('mapFiles.byWord', {
        things,
        word: t(`mapFiles.word.${label.replace(' ', '')}`, { defaultValue: label }),
      })
    case 'layer':
      return t('mapFiles.byLayer', { things, layer: label })
    case 'shape':
      return t('mapFiles.byShape', { things })
  }
}
