import type { calls, ResultOf } from '@greensward/contract'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { logText } from '../../ui/index.ts'
import classes from './MissionLog.module.css'

type LogLine = ResultOf<typeof calls.missions.logs>['items'][number]

/** The lines of a mission's log: when, which state, who, and why. */
export function MissionLog({ lines }: { readonly lines: readonly LogLine[] }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  return (
    <ol className={classes.log}>
      {lines.map(line => (
        <li key={`${line.at}-${line.status}-${line.why}`}>
          <time dateTime={line.at}>{time.dateTime(line.at)}</time>
          <span>
            <b>{t(`missions.status.${line.status}`)}</b> · {line.who}
            <br />
            <small>{logText(line, i18n)}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}
