import { calls, type TeeSheetImport } from '@greensward/contract'
import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { firstRefusal, invalidate, queryClient, upload, useCourseTime } from '../../../api/index.ts'
import { DataTable, FileDrop, notify, Panel } from '../../../ui/index.ts'
import { Faults } from './Faults.tsx'
import classes from './teeSheet.module.css'
import { READINGS } from './useTeeSheet.ts'

const ACCEPTED = '.csv,.ics,.ical,.txt,text/csv,text/calendar'

type State =
  | { readonly step: 'choose'; readonly error: string | null }
  | { readonly step: 'reading'; readonly name: string; readonly sent: number }
  | { readonly step: 'look'; readonly file: File; readonly preview: TeeSheetImport; readonly isBusy: boolean }

/** A file of tee times: chosen or dropped, shown day by day, and stored when that is confirmed. */
export function ImportPanel({ day }: { readonly day: string }) {
  const { t } = useTranslation()
  const [state, setState] = useState<State>({ step: 'choose', error: null })
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setState({ step: 'reading', name: file.name, sent: 0 })
    try {
      const preview = await upload(
        calls.teeSheets.preview,
        file,
        sent => setState(now => (now.step === 'reading' ? { ...now, sent } : now)),
        {},
        { day },
      )
      setState({ step: 'look', file, preview, isBusy: false })
    } catch (error) {
      setState({ step: 'choose', error: firstRefusal(error) })
    }
  }
  const store = async (file: File, preview: TeeSheetImport): Promise<void> => {
    setState({ step: 'look', file, preview, isBusy: true })
    try {
      const versions = JSON.stringify(preview.days.map(({ day: on, updatedAt }) => ({ day: on, updatedAt })))
      const { days } = await upload(calls.teeSheets.import, file, undefined, {}, { day, versions })
      notify.done(t('teeSheet.import.done', { count: days.length }))
      setState({ step: 'choose', error: null })
    } catch (error) {
      setState({ step: 'choose', error: firstRefusal(error) })
    } finally {
      void invalidate(queryClient, ...READINGS)
    }
  }
  return (
    <Panel title={t('teeSheet.import.title')}>
      <div className={classes.stack}>
        {state.step === 'choose' && (
          <FileDrop
            accept={ACCEPTED}
            title={t('teeSheet.import.choose')}
            kinds={t('teeSheet.import.kinds')}
            error={state.error}
            onFile={file => void read(file)}
          />
        )}
        {state.step === 'reading' && (
          <div role="status">
            <p className={classes.hint}>{t('teeSheet.import.reading', { name: state.name })}</p>
            <Progress value={state.sent * 100} animated={state.sent >= 1} aria-label={t('teeSheet.import.title')} />
          </div>
        )}
        {state.step === 'look' && (
          <>
            <Preview preview={state.preview} />
            <div className={classes.buttons}>
              <Button variant="default" onClick={() => setState({ step: 'choose', error: null })}>
                {t('common.cancel')}
              </Button>
              <Button
                loading={state.isBusy}
                disabled={state.preview.days.length === 0}
                onClick={() => void store(state.file, state.preview)}
              >
                {t('teeSheet.import.confirm', { count: state.preview.days.length })}
              </Button>
            </div>
          </>
        )}
      </div>
    </Panel>
  )
}

function Preview({ preview: { days, faults, faultCount } }: { readonly preview: TeeSheetImport }) {
  const { t } = useTranslation()
  const course = useCourseTime()
  return (
    <>
      {days.length > 0 && (
        <DataTable
          label={t('teeSheet.import.preview')}
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            {
              key: 'day',
              title: t('teeSheet.day'),
              cell: ({ day }) => <strong>{course.date(day)}</strong>,
            },
            {
              key: 'new',
              title: t('teeSheet.import.new'),
              cell: ({ count, firstAt, lastAt }) =>
                t('teeSheet.groupsOfDay', { count, first: course.time(firstAt), last: course.time(lastAt) }),
            },
            {
              key: 'before',
              title: t('teeSheet.import.replaces'),
              cell: ({ before, source }) => t(`teeSheet.import.before.${source}`, { count: before }),
            },
          ]}
        />
      )}
      <Faults faults={faults} count={faultCount} />
    </>
  )
}
