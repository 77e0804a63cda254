import type { CourseFeature, Position } from '@greensward/domain'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Typed, typedOffset, typedPosition } from '../../../map-editor/coordinates.ts'
import { type CornerRef, cornerAt, nextCorner, pathsOf } from '../../../map-editor/corners.ts'
import { IconButton } from '../../../ui/index.ts'
import type { EditingContext } from './editingContext.ts'
import classes from './FeatureForm.module.css'

/** As it is typed: `typedPosition` reads a comma and a point alike. */
const shown = (degrees: number, language: string): string =>
  degrees.toLocaleString(language, { minimumFractionDigits: 7, maximumFractionDigits: 7, useGrouping: false })

interface PlaceFieldsProps {
  readonly context: EditingContext
  /** The origin of the metres, and the values of the fields. */
  readonly from: Position | null
  readonly confirm: string
  readonly onPlace: (at: Position) => void
}

/** Coordinates of a position: degrees, or metres to the east and to the north. Nothing happens before it is confirmed. */
export function PlaceFields({ context, from, confirm, onPlace }: PlaceFieldsProps) {
  const { t, i18n } = useTranslation()
  const [unit, setUnit] = useState<'degrees' | 'metres'>('degrees')
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [error, setError] = useState<string | null>(null)
  const inMetres = unit === 'metres' && from !== null
  const [lon, lat] = from ?? [null, null]
  useEffect(() => {
    setFirst(inMetres ? '0' : lon === null ? '' : shown(lon, i18n.language))
    setSecond(inMetres ? '0' : lat === null ? '' : shown(lat, i18n.language))
    setError(null)
  }, [lon, lat, inMetres, i18n.language])
  const place = (): void => {
    const { plane } = context.store.world()
    const typed: Typed = inMetres
      ? typedOffset(from, first, second, plane, context.bounds)
      : typedPosition(first, second, context.bounds)
    if (!typed.ok) {
      setError(t(`editor.typed.${typed.error}`))
      return
    }
    setError(null)
    onPlace(typed.value)
  }
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        place()
      }}
    >
      {from !== null && (
        <SegmentedControl
          fullWidth
          value={unit}
          aria-label={t('editor.place.unit')}
          data={[
            { value: 'degrees', label: t('editor.place.degrees') },
            { value: 'metres', label: t('editor.place.metres') },
          ]}
          onChange={value => setUnit(value === 'metres' ? 'metres' : 'degrees')}
        />
      )}
      <div className={classes.two}>
        <TextInput
          label={inMetres ? t('editor.place.east') : t('editor.place.lon')}
          value={first}
          inputMode="text"
          error={error !== null}
          onChange={event => setFirst(event.currentTarget.value)}
        />
        <TextInput
          label={inMetres ? t('editor.place.north') : t('editor.place.lat')}
          value={second}
          inputMode="text"
          error={error !== null}
          onChange={event => setSecond(event.currentTarget.value)}
        />
      </div>
      {error !== null && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <Button type="submit" variant="default">
        {confirm}
      </Button>
    </form>
  )
}

/** The coordinates of each corner: for exact positions, and for people who cannot drag. */
export function CornerFields({
  context,
  feature,
}: {
  readonly context: EditingContext
  readonly feature: CourseFeature
}) {
  const { t } = useTranslation()
  const { store, state } = context
  const isPoint = feature.geometry.type === 'Point'
  const ref: CornerRef | null = isPoint ? { path: 0, index: 0 } : state.corner
  const at = ref === null ? undefined : cornerAt(feature, ref)
  const paths = pathsOf(feature)
  const total = paths.reduce((sum, path) => sum + path.length, 0)
  const number = ref === null ? 0 : paths.slice(0, ref.path).reduce((sum, path) => sum + path.length, 0) + ref.index + 1
  const go = (back: boolean): void => {
    store.send({
      type: 'corner',
      ref: nextCorner(feature, state.corner, back) ?? nextCorner(feature, null, back),
    })
  }
  return (
    <div className={classes.form}>
      {!isPoint && (
        <div className={classes.corners}>
          <IconButton label={t('editor.corner.before')} onClick={() => go(true)}>
            <IconChevronLeft size={20} />
          </IconButton>
          <span>
            {ref === null ? t('editor.corner.none', { count: total }) : t('editor.corner.of', { number, count: total })}
          </span>
          <IconButton label={t('editor.corner.after')} onClick={() => go(false)}>
            <IconChevronRight size={20} />
          </IconButton>
          <IconButton
            label={t('editor.corner.remove')}
            disabled={ref === null}
            onClick={() => store.send({ type: 'key', key: 'Delete', shift: false, rotationDeg: 0 })}
          >
            <IconTrash size={20} />
          </IconButton>
        </div>
      )}
      {ref !== null && at !== undefined && (
        <PlaceFields
          context={context}
          from={at}
          confirm={t('editor.place.put')}
          onPlace={to => store.send({ type: 'placeCorner', ref, to })}
        />
      )}
    </div>
  )
}
