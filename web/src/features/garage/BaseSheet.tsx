import { calls } from '@greensward/contract'
import { type Base, base, type Mower, type Position, position } from '@greensward/domain'
import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type Control, type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct } from '../../api/index.ts'
import { type BaseDrawing, CourseMapView } from '../../map-view/index.ts'
import {
  formResolver,
  IconButton,
  NumberField,
  RecordSheet,
  SelectField,
  SwitchField,
  TextField,
} from '../../ui/index.ts'
import classes from './sheet.module.css'

const [lon, lat] = position.def.items

/** Positions as flat fields, as a form has them. */
const form = z.object({
  ...base.omit({ id: true, position: true, approach: true, updatedAt: true }).shape,
  lon,
  lat,
  approach: z.array(z.object({ lon, lat })).max(20),
})
type Fields = z.input<typeof form>
type Values = z.output<typeof form>

/** A new point of the approach is this far from the last one: it can be seen, and is then moved. */
const BESIDE_DEG = 0.00005

interface BaseSheetProps {
  /** Undefined adds a base. */
  readonly row: Base | undefined
  readonly bases: readonly Base[]
  readonly mowers: readonly Mower[]
  readonly onClose: () => void
}

export function BaseSheet({ row, bases, mowers, onClose }: BaseSheetProps) {
  const { t } = useTranslation()
  const changes = { changes: [calls.bases.list, calls.bases.get] }
  const create = useAct(calls.bases.create, changes)
  const update = useAct(calls.bases.update, changes)
  const fields = useForm<Fields, unknown, Values>({
    resolver: formResolver(form),
    defaultValues: {
      name: row?.name ?? '',
      mowerId: row?.mowerId ?? null,
      headingDeg: row?.headingDeg ?? 0,
      hasCharger: row?.hasCharger ?? false,
      approach: row?.approach.map(([east, north]) => ({ lon: east, lat: north })) ?? [],
      // Without a position of its own it has none: nothing is saved at 0, 0 unseen.
      ...(row === undefined ? {} : { lon: row.position[0], lat: row.position[1] }),
    },
  })
  const { control } = fields
  return (
    <RecordSheet
      title={t(row === undefined ? 'garage.base.add' : 'garage.base.edit')}
      form={fields}
      onClose={onClose}
      onSave={({ lon: east, lat: north, approach, ...others }) => {
        const body = {
          ...others,
          position: [east, north] as Position,
          approach: approach.map((point): Position => [point.lon, point.lat]),
        }
        return row === undefined
          ? create.mutateAsync({ body })
          : update.mutateAsync({ params: { id: row.id }, body: { ...body, updatedAt: row.updatedAt } })
      }}
    >
      <TextField control={control} name="name" label={t('garage.base.name')} />
      <SelectField
        control={control}
        name="mowerId"
        label={t('garage.type.mower')}
        none={t('garage.base.free')}
        choices={mowers.map(mower => ({ value: mower.id, label: mower.name }))}
      />
      <SwitchField control={control} name="hasCharger" label={t('garage.base.charger')} />
      <BaseMap fields={fields} others={bases.filter(({ id }) => id !== row?.id)} opensAt={row?.position} />
      <div className={classes.pair}>
        <NumberField control={control} name="lon" label={t('garage.base.lon')} decimals={9} step={0.00001} />
        <NumberField control={control} name="lat" label={t('garage.base.lat')} decimals={9} step={0.00001} />
      </div>
      <NumberField
        control={control}
        name="headingDeg"
        label={t('garage.base.heading')}
        description={t('garage.base.headingHint')}
        suffix="°"
        decimals={1}
      />
      <Approach control={control} fields={fields} />
    </RecordSheet>
  )
}

type SheetForm = UseFormReturn<Fields, unknown, Values>

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const rounded = (degrees: number): number => Number(degrees.toFixed(9))

interface BaseMapProps {
  readonly fields: SheetForm
  readonly others: readonly BaseDrawing[]
  readonly opensAt: Position | undefined
}

/** The base as it is being edited; a press moves it, or adds a point to its approach. */
function BaseMap({ fields, others, opensAt }: BaseMapProps) {
  const { t } = useTranslation()
  const [sets, setSets] = useState<'position' | 'approach'>('position')
  const [startAt] = useState(opensAt === undefined ? undefined : { centre: opensAt, zoom: 20, rotationDeg: 0 })
  const edited = fields.watch()
  const shown = JSON.stringify(edited)
  const bases = useMemo((): readonly BaseDrawing[] => {
    const { name, lon: east, lat: north, headingDeg, approach, hasCharger } = JSON.parse(shown) as Partial<Fields>
    if (!isNumber(east) || !isNumber(north)) return others
    const points = (approach ?? []).flatMap((point): Position[] =>
      isNumber(point.lon) && isNumber(point.lat) ? [[point.lon, point.lat]] : [],
    )
    const own: BaseDrawing = {
      name: name ?? '',
      position: [east, north],
      headingDeg: isNumber(headingDeg) ? headingDeg : 0,
      approach: points,
      hasCharger: hasCharger === true,
    }
    return [...others, own]
  }, [shown, others])
  const press = ([east, north]: Position): void => {
    const options = { shouldDirty: true, shouldValidate: true }
    if (sets === 'approach') {
      const points = [...fields.getValues('approach'), { lon: rounded(east), lat: rounded(north) }]
      fields.setValue('approach', points, options)
      return
    }
    fields.setValue('lon', rounded(east), options)
    fields.setValue('lat', rounded(north), options)
  }
  return (
    <div className={classes.mapField}>
      <SegmentedControl
        fullWidth
        aria-label={t('garage.base.pressSets')}
        value={sets}
        data={[
          { value: 'position', label: t('garage.base.position') },
          { value: 'approach', label: t('garage.base.approach') },
        ]}
        onChange={value => setSets(value === 'approach' ? 'approach' : 'position')}
      />
      <div className={classes.map}>
        <CourseMapView
          label={t('garage.base.map')}
          controls="plain"
          bases={bases}
          onTap={press}
          {...(startAt === undefined ? {} : { startAt })}
        />
      </div>
      <p className={classes.mapHint}>{t(`garage.base.press.${sets}`)}</p>
    </div>
  )
}

interface ApproachProps {
  readonly control: Control<Fields, unknown, Values>
  readonly fields: SheetForm
}

/** The points by which the mower enters, in their order. */
function Approach({ control, fields }: ApproachProps) {
  const { t } = useTranslation()
  const points = useFieldArray({ control, name: 'approach' })
  const reason = fields.formState.errors.approach?.message
  const add = (): void => {
    const { lon: east, lat: north, approach } = fields.getValues()
    const last = approach.at(-1) ?? { lon: east, lat: north }
    points.append({ lon: last.lon, lat: isNumber(last.lat) ? rounded(last.lat - BESIDE_DEG) : last.lat })
  }
  return (
    <fieldset className={classes.approach}>
      <legend>{t('garage.base.approach')}</legend>
      <p className={classes.mapHint}>{t('garage.base.approachHint')}</p>
      {points.fields.map((point, index) => (
        <div key={point.id} className={classes.point}>
          <NumberField
            control={control}
            name={`approach.${index}.lon`}
            label={t('garage.base.pointLon', { number: index + 1 })}
            decimals={9}
            step={0.00001}
          />
          <NumberField
            control={control}
            name={`approach.${index}.lat`}
            label={t('garage.base.pointLat', { number: index + 1 })}
            decimals={9}
            step={0.00001}
          />
          <IconButton label={t('garage.base.removePoint', { number: index + 1 })} onClick={() => points.remove(index)}>
            <IconTrash size={20} />
          </IconButton>
        </div>
      ))}
      {reason !== undefined && (
        <p className={classes.refusal} role="alert">
          {reason}
        </p>
      )}
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={add}>
        {t('garage.base.addPoint')}
      </Button>
    </fieldset>
  )
}
