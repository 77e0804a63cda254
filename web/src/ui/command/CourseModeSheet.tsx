import { type CourseModePreview, calls } from '@greensward/contract'
import { COURSE_MODES, type CourseMode, type CourseModeNow, courseMode } from '@greensward/domain'
import { Button, Radio, Textarea } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCourseTime } from '../../api/index.ts'
import { notify, QueryState, Sheet } from '../index.ts'
import classes from './CourseModeSheet.module.css'

interface CourseModeSheetProps {
  readonly now: CourseModeNow
  /** Chosen when it opens; the person reads its changes and switches. */
  readonly proposed?: CourseMode
  readonly onClose: () => void
}

/** Choose a mode, read its changes, switch; and undo once. */
export default function CourseModeSheet({ now, proposed, onClose }: CourseModeSheetProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const changes = { changes: [calls.courseMode.get] }
  const change = useAct(calls.courseMode.change, changes)
  const undo = useAct(calls.courseMode.undo, changes)
  const usualText = (mode: CourseMode): string =>
    COURSE_MODES[mode].cartMessage === null ? '' : t(`courseMode.cartText.${mode}`)
  const [chosen, setChosen] = useState<CourseMode | null>(proposed ?? null)
  const [text, setText] = useState(proposed === undefined ? '' : usualText(proposed))
  const choose = (mode: CourseMode): void => {
    setChosen(mode)
    setText(usualText(mode))
  }
  const outcome = {
    onSuccess: ({ notStopped }: { readonly notStopped: readonly { readonly name: string }[] }) => {
      if (notStopped.length > 0)
        notify.failed(t('courseMode.notStopped'), notStopped.map(({ name }) => name).join(', '))
      else notify.done(t('courseMode.done'))
      onClose()
    },
    onError: (error: Error) => notify.failed(t('common.error'), errorText(error)),
  }
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('shell.courseMode')}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={chosen === null || chosen === now.mode}
            loading={change.isPending}
            onClick={() => chosen !== null && change.mutate({ body: { mode: chosen, text } }, outcome)}
          >
            {t('courseMode.switch')}
          </Button>
        </>
      }
    >
      <div className={classes.now}>
        <p>
          <strong>{t(`shell.modes.${now.mode}`)}</strong>
          {now.since !== null && now.by !== null && (
            <small>{t('courseMode.since', { time: time.dateTime(now.since), name: now.by })}</small>
          )}
        </p>
        {now.undoTo !== null && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} />}
            loading={undo.isPending}
            onClick={() => undo.mutate({}, outcome)}
          >
            {t('courseMode.undo', { mode: t(`shell.modes.${now.undoTo}`) })}
          </Button>
        )}
      </div>
      <Radio.Group
        label={t('courseMode.choose')}
        value={chosen ?? now.mode}
        onChange={value => choose(courseMode.options.find(mode => mode === value) ?? 'normal')}
      >
        <div className={classes.modes}>
          {courseMode.options.map(mode => (
            <Radio
              key={mode}
              value={mode}
              label={t(`shell.modes.${mode}`)}
              description={t(`courseMode.hint.${mode}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {chosen !== null && chosen !== now.mode && (
        <>
          <Changes mode={chosen} />
          {COURSE_MODES[chosen].cartMessage !== null && (
            <Textarea
              label={t('courseMode.text')}
              description={t(`courseMode.textHint.${COURSE_MODES[chosen].cartMessage}`)}
              value={text}
              maxLength={300}
              autosize
              minRows={2}
              onChange={event => setText(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </Sheet>
  )
}

/** The preview of the changes is read again this often while it is open. */
const READ_MS = 5_000

function Changes({ mode }: { readonly mode: CourseMode }) {
  const { t } = useTranslation()
  const preview = useCall(calls.courseMode.preview, { query: { mode } }, { refetchInterval: READ_MS })
  if (preview.data === undefined) return <QueryState query={preview} />
  const lines = linesOf(preview.data, t)
  return (
    <section className={classes.changes} aria-label={t('courseMode.changes')}>
      <h3>{t('courseMode.changes')}</h3>
      {lines.length === 0 ? (
        <p>{t('courseMode.nothing')}</p>
      ) : (
        <ul>
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className={classes.quiet}>{t('courseMode.neverStarts')}</p>
    </section>
  )
}

const linesOf = (preview: CourseModePreview, t: TFunction): string[] => [
  ...(preview.zonesClosed > 0 ? [t('courseMode.zonesClosed', { count: preview.zonesClosed })] : []),
  ...(preview.cartsOffPaths > 0 ? [t('courseMode.cartsOffPaths', { count: preview.cartsOffPaths })] : []),
  ...(preview.zonesOpened > 0 ? [t('courseMode.zonesOpened', { count: preview.zonesOpened })] : []),
  ...preview.missionsStopped.map(({ title, mowerName }) => t('courseMode.stops', { title, mower: mowerName })),
  ...(preview.missionsHeld > 0 ? [t('courseMode.held', { count: preview.missionsHeld })] : []),
  ...(preview.cartMessage === null
    ? []
    : [t(`courseMode.cartMessage.${preview.cartMessage}`, { count: preview.cartsNotified })]),
  ...(preview.messagesLifted > 0 ? [t('courseMode.lifted', { count: preview.messagesLifted })] : []),
]
