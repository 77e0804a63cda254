import { calls, type ResultOf } from '@greensward/contract'
import { MOST_MARGIN_MINUTES, MOST_PATTERNS, type NumberedHole, type TeePattern, WEEKDAYS } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { errorText, useAct } from '../../../api/index.ts'
import {
  ConfirmDialog,
  formResolver,
  IconButton,
  NumberEntry,
  notify,
  Panel,
  RecordSheet,
  WeekdayButtons,
  weekdayNames,
} from '../../../ui/index.ts'
import {
  PatternFields,
  type PatternInput,
  type PatternValues,
  patternDefaults,
  patternFields,
  patternOf,
} from './PatternFields.tsx'
import classes from './teeSheet.module.css'
import { READINGS } from './useTeeSheet.ts'

type Settings = ResultOf<typeof calls.teeSheets.settings>

interface PatternsPanelProps {
  readonly settings: Settings
  readonly holes: readonly NumberedHole[]
  readonly mayPlan: boolean
}

/** Stores a change of the settings that were read. */
const useUpdating = ({ updatedAt }: Settings) => {
  const update = useAct(calls.teeSheets.update, { changes: [calls.teeSheets.settings, ...READINGS] })
  return (change: Partial<Pick<Settings, 'patterns' | 'marginMinutes'>>): Promise<Settings> =>
    update.mutateAsync({ body: { ...change, updatedAt } })
}

/** Mo, Tu, We in the reader's language. */
/** The usual tee times of weekdays, for days that have none of their own, and the wanted margin before groups. */
export function PatternsPanel({ settings, holes, mayPlan }: PatternsPanelProps) {
  const { t, i18n } = useTranslation()
  const update = useUpdating(settings)
  const names = weekdayNames(i18n.language, 'short')
  const [edited, setEdited] = useState<number | 'new' | null>(null)
  const [doomed, setDoomed] = useState<number | null>(null)
  const { patterns } = settings
  const textOf = ({ firstAt, until, everyMinutes }: TeePattern): string =>
    t('teeSheet.pattern', { first: firstAt, until, minutes: everyMinutes })
  const remove = async (index: number): Promise<void> => {
    try {
      await update({ patterns: patterns.filter((_, at) => at !== index) })
      notify.done(t('common.deleted'))
    } catch (error) {
      notify.failed(t('common.error'), errorText(error))
    } finally {
      setDoomed(null)
    }
  }
  return (
    <Panel
      title={t('teeSheet.patterns')}
      actions={
        mayPlan &&
        patterns.length < MOST_PATTERNS && (
          <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
            {t('teeSheet.addPattern')}
          </Button>
        )
      }
    >
      <div className={classes.stack}>
        <p className={classes.hint}>{t(patterns.length === 0 ? 'teeSheet.noPatterns' : 'teeSheet.patternsHint')}</p>
        <ul className={classes.patterns}>
          {patterns.map((pattern, index) => (
            <li key={JSON.stringify([index, pattern])} className={classes.pattern}>
              <span>
                <strong>{textOf(pattern)}</strong>
                <small>
                  {WEEKDAYS.flatMap((day, at) => (pattern.weekdays.includes(day) ? [names[at]] : [])).join(', ')} ·{' '}
                  {t('teeSheet.holes', { count: pattern.holes.length, holes: pattern.holes.join(', ') })}
                </small>
              </span>
              {mayPlan && (
                <>
                  <IconButton label={`${t('common.edit')}: ${textOf(pattern)}`} onClick={() => setEdited(index)}>
                    <IconPencil size={20} stroke={1.75} />
                  </IconButton>
                  <IconButton
                    label={`${t('common.delete')}: ${textOf(pattern)}`}
                    color="error"
                    onClick={() => setDoomed(index)}
                  >
                    <IconTrash size={20} stroke={1.75} />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
        <MarginField settings={settings} mayPlan={mayPlan} />
      </div>
      {edited !== null && (
        <PatternSheet
          pattern={edited === 'new' ? undefined : patterns[edited]}
          holes={holes}
          onSave={pattern =>
            update({
              patterns: edited === 'new' ? [...patterns, pattern] : patterns.with(edited, pattern),
            })
          }
          onClose={() => setEdited(null)}
        />
      )}
      {doomed !== null && (
        <ConfirmDialog
          opened
          title={t('teeSheet.deletePatternTitle')}
          text={t('teeSheet.deletePatternText')}
          confirm={t('teeSheet.deletePattern')}
          onConfirm={() => void remove(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
    </Panel>
  )
}

function MarginField({ settings, mayPlan }: Pick<PatternsPanelProps, 'settings' | 'mayPlan'>) {
  const { t } = useTranslation()
  const update = useUpdating(settings)
  const [minutes, setMinutes] = useState<number | undefined>(settings.marginMinutes)
  useEffect(() => setMinutes(settings.marginMinutes), [settings.marginMinutes])
  const save = async (): Promise<void> => {
    if (minutes === undefined) return
    try {
      await update({ marginMinutes: minutes })
      notify.done(t('common.saved'))
    } catch (error) {
      notify.failed(t('common.error'), errorText(error))
    }
  }
  return (
    <div className={classes.stack}>
      <NumberEntry
        label={t('teeSheet.margin')}
        description={t('teeSheet.marginHint')}
        value={minutes}
        min={0}
        max={MOST_MARGIN_MINUTES}
        suffix=" min"
        allowDecimal={false}
        disabled={!mayPlan}
        onChange={setMinutes}
      />
      {minutes !== settings.marginMinutes && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setMinutes(settings.marginMinutes)}>
            {t('common.cancel')}
          </Button>
          <Button disabled={minutes === undefined} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface PatternSheetProps {
  /** Undefined adds one. */
  readonly pattern: TeePattern | undefined
  readonly holes: readonly NumberedHole[]
  readonly onSave: (pattern: TeePattern) => Promise<unknown>
  readonly onClose: () => void
}

function PatternSheet({ pattern, holes, onSave, onClose }: PatternSheetProps) {
  const { t } = useTranslation()
  const [weekdays, setWeekdays] = useState<TeePattern['weekdays']>(pattern?.weekdays ?? [...WEEKDAYS])
  const fields = useForm<PatternInput, unknown, PatternValues>({
    resolver: formResolver(patternFields),
    defaultValues: patternDefaults(pattern),
  })
  return (
    <RecordSheet
      title={t(pattern === undefined ? 'teeSheet.addPattern' : 'teeSheet.editPattern')}
      form={fields}
      onClose={onClose}
      onSave={values => onSave(patternOf(values, weekdays))}
    >
      <PatternFields control={fields.control} holes={holes} />
      <fieldset className={classes.days}>
        <legend>{t('teeSheet.weekdays')}</legend>
        <WeekdayButtons value={weekdays} onChange={setWeekdays} />
      </fieldset>
    </RecordSheet>
  )
}
