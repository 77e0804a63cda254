/** Entry of measurements at the green: the position picks the zone, the last value is proposed, and a phone without network keeps it. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import {
  compareNames,
  namesProduct,
  RECORD_RANGES,
  typesForRecord,
  ZONE_RECORD_KINDS,
  type Zone,
  type ZoneRecord,
  type ZoneRecordKind,
  type ZoneType,
} from '@greensward/domain'
import { Button, Select, TextInput } from '@mantine/core'
import { IconCheck, IconMinus, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCan, useProfile } from '../../api/index.ts'
import { useUnsent } from '../../api/useUnsent.ts'
import { ForbiddenState, IconButton, NumberEntry, notify, Page, QueryState, useUnits } from '../../ui/index.ts'
import { PhotosField } from './PhotosField.tsx'
import classes from './RecordPage.module.css'
import { recordNow, recordOutbox, sendRecord, type WaitingRecord, waitingPhotos } from './recordOutbox.ts'
import { recordUnit, shownValue, wireValue } from './recordUnits.ts'
import { type DraftPhotos, useDraftPhotos } from './useDraftPhotos.ts'
import { useRecordText } from './useRecordText.ts'
import { useHere, zoneAt } from './useZoneHere.ts'

export default function RecordPage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  const mayRecord = useCan('missions.plan')
  return <Page title={t('grass.record.title')}>{mayRead && mayRecord ? <Entry /> : <ForbiddenState />}</Page>
}

function Entry() {
  const map = useCall(calls.map.get)
  const latest = useCall(lateCalls.zoneRecords.latest)
  const types = useCall(calls.zoneTypes.list, { query: { perPage: 500 } })
  if (map.data === undefined) return <QueryState query={map} />
  const zones = map.data.features.filter((feature): feature is Zone => feature.kind === 'zone')
  return <Fields zones={zones} types={types.data?.items ?? []} latest={latest.data?.items ?? []} />
}

interface FieldsProps {
  readonly zones: readonly Zone[]
  /** Empty until they are read, which a phone without network may wait for: all zones are offered then. */
  readonly types: readonly ZoneType[]
  readonly latest: readonly ZoneRecord[]
}

/** Whether this kind of record makes sense on this zone. */
const fits = (kind: ZoneRecordKind, zone: Zone, types: readonly ZoneType[]): boolean =>
  types.length === 0 || typesForRecord(kind, types).some(({ id }) => id === zone.properties.zoneTypeId)

/** Green speed, unless the person comes from a zone on which nobody measures it. */
const usualKind = (zone: Zone | undefined, types: readonly ZoneType[]): ZoneRecordKind =>
  zone === undefined || fits('greenSpeed', zone, types) ? 'greenSpeed' : 'heightOfCut'

function Fields({ zones, types, latest }: FieldsProps) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const here = useHere()
  const [chosenId, setChosenId] = useState<string | null>(typeof search.zone === 'string' ? search.zone : null)
  const [chosenKind, setKind] = useState<ZoneRecordKind>()
  // They stay while the person corrects the zone or the kind.
  const draft = useDraftPhotos()
  const profile = useProfile()
  const waiting = useUnsent(recordOutbox, String(profile?.id ?? ''), profile === undefined ? null : sendRecord)
  const asked = zones.find(({ id }) => id === chosenId)
  const kind = chosenKind ?? usualKind(asked, types)
  const fitting = zones.filter(zone => fits(kind, zone, types))
  const nearby = here === undefined ? undefined : zoneAt(fitting, here)
  const chosen = fitting.find(({ id }) => id === chosenId)
  const zone = chosen ?? nearby
  const choices = fitting
    .map(({ id, properties }) => ({ value: id, label: properties.title }))
    .toSorted((a, b) => compareNames(a.label, b.label, i18n.language))
  return (
    <div className={classes.form}>
      <Waiting waiting={waiting} />
      <Select
        label={t('grass.record.zone')}
        description={chosen === undefined && nearby !== undefined ? t('grass.record.here') : undefined}
        placeholder={t('grass.record.chooseZone')}
        data={choices}
        value={zone?.id ?? null}
        onChange={setChosenId}
        searchable
      />
      <fieldset className={classes.kinds} aria-label={t('grass.record.kind')}>
        {ZONE_RECORD_KINDS.map(each => (
          <Button
            key={each}
            variant={each === kind ? 'filled' : 'default'}
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {t(`grass.record.kinds.${each}`)}
          </Button>
        ))}
      </fieldset>
      {zone !== undefined && (
        <Value
          key={`${zone.id} ${kind}`}
          zone={zone}
          kind={kind}
          last={latest.find(record => record.zoneId === zone.id && record.kind === kind)}
          draft={draft}
          waiting={waitingPhotos(waiting)}
          onOpen={() => void navigate({ to: '/missions/grass/$id', params: { id: zone.id } })}
        />
      )}
    </div>
  )
}

interface ValueProps {
  readonly zone: Zone
  readonly kind: ZoneRecordKind
  readonly last: ZoneRecord | undefined
  readonly draft: DraftPhotos
  /** Photos that this device keeps already. */
  readonly waiting: number
  readonly onOpen: () => void
}

function Value({ zone, kind, last, draft, waiting, onOpen }: ValueProps) {
  const { t } = useTranslation()
  const recordText = useRecordText()
  const profile = useProfile()
  const [units] = useUnits()
  const unit = recordUnit(kind, units)
  const { least, most } = RECORD_RANGES[kind]
  /** Of the wire; the last one is proposed until a person changes it. Null is an emptied field. */
  const [entered, setEntered] = useState<number | null>()
  const [isSaving, setSaving] = useState(false)
  const [name, setName] = useState<string>()
  const value = entered === undefined ? last?.value : (entered ?? undefined)
  const product = (name ?? last?.product ?? '').trim()
  const isPossible = value !== undefined && value >= least && value <= most && (!namesProduct(kind) || product !== '')
  const change = (steps: number): void => {
    const shown = value === undefined ? 0 : shownValue(value, unit)
    setEntered(Math.min(most, Math.max(least, wireValue(shown + steps * unit.step, unit))))
  }
  const save = async (): Promise<void> => {
    if (value === undefined || profile === undefined) return
    setSaving(true)
    const record = { kind, value, product: namesProduct(kind) ? product : null }
    const { photos } = draft
    try {
      const at = { id: zone.id, title: zone.properties.title }
      await recordOutbox.put(recordNow(String(profile.id), at, record, photos))
      draft.remove(photos)
      notify.done(t('grass.record.saved', { zone: zone.properties.title, value: recordText(kind, value) }))
    } catch (error) {
      notify.failed(t('grass.record.notSaved'), error)
    }
    setSaving(false)
  }
  return (
    <>
      {namesProduct(kind) && (
        <TextInput
          label={t('grass.record.product')}
          value={name ?? last?.product ?? ''}
          maxLength={120}
          onChange={event => setName(event.currentTarget.value)}
        />
      )}
      <div className={classes.value}>
        <IconButton label={t('grass.record.less')} onClick={() => change(-1)}>
          <IconMinus size={24} />
        </IconButton>
        <NumberEntry
          aria-label={t(`grass.record.kinds.${kind}`)}
          hideControls
          value={value === undefined ? undefined : shownValue(value, unit)}
          decimalScale={unit.digits}
          suffix={` ${unit.unit}`}
          onChange={shown => setEntered(shown === undefined ? null : wireValue(shown, unit))}
        />
        <IconButton label={t('grass.record.more')} onClick={() => change(1)}>
          <IconPlus size={24} />
        </IconButton>
      </div>
      <p className={classes.hint}>
        {last === undefined
          ? t('grass.record.noLast')
          : t('grass.record.last', { value: recordText(kind, last.value), by: last.by })}
      </p>
      <PhotosField draft={draft} waiting={waiting} />
      {draft.isReading && <p role="status">{t('grass.record.photos.reading')}</p>}
      <Button
        size="lg"
        leftSection={<IconCheck size={20} />}
        disabled={!isPossible || draft.isReading}
        loading={isSaving}
        onClick={() => void save()}
      >
        {t('grass.record.save')}
      </Button>
      <Button variant="default" onClick={onOpen}>
        {t('grass.record.open', { zone: zone.properties.title })}
      </Button>
    </>
  )
}

/** What is kept on this phone: waiting for the network, or refused. */
function Waiting({ waiting }: { readonly waiting: readonly WaitingRecord[] }) {
  const { t } = useTranslation()
  const open = waiting.filter(({ refusal }) => refusal === null)
  return (
    <>
      <p className={classes.hint}>{t('grass.record.offline')}</p>
      {open.length > 0 && <p role="status">{t('grass.record.waiting', { count: open.length })}</p>}
      {waiting.map(
        ({ requestId, title, refusal }) =>
          refusal !== null && (
            <p key={requestId} role="alert" className={classes.refusal}>
              {t('grass.record.refused', { zone: title, reason: refusal })}
              <Button variant="default" onClick={() => void recordOutbox.remove(requestId)}>
                {t('grass.record.forget')}
              </Button>
            </p>
          ),
      )}
      <Link to="/missions/grass" className={classes.link}>
        {t('grass.title')}
      </Link>
    </>
  )
}
