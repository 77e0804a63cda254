import { calls } from '@greensward/contract'
import { IconFlag } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCan } from '../../api/index.ts'
import { withTexts } from '../../i18n/index.ts'
import classes from './RainMode.module.css'

const CourseModeSheet = lazy(() => withTexts(import('../../ui/command/CourseModeSheet.tsx')))

/** How the course is open as a chip: read by all, pressed by right. */
export function CourseMode() {
  const { t } = useTranslation()
  const mayRead = useCan('course.read')
  const mayChange = useCan('settings.edit')
  const { data } = useCall(calls.courseMode.get, {}, { enabled: mayRead })
  const [isOpen, setOpen] = useState(false)
  if (data === undefined) return null
  const isOn = data.mode !== 'normal' || undefined
  const words = (
    <>
      <IconFlag size={20} stroke={1.75} aria-hidden />
      <span className={classes.wide}>{t('shell.courseMode')}</span>
      <strong>{t(`shell.modes.${data.mode}`)}</strong>
    </>
  )
  if (!mayChange)
    return (
      <span className={classes.chip} data-on={isOn}>
        {words}
      </span>
    )
  return (
    <>
      <button
        type="button"
        className={classes.chip}
        data-on={isOn}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CourseModeSheet now={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
