/** Of a plan for zones that are due: when each of them is due in the shown week or after it, and why then. */

import type { PlannedDay } from '@greensward/contract'
import type { NextCut } from '@greensward/domain'
import { compareNames } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useDueText } from '../../ui/text/dueText.ts'
import classes from './PlanWeek.module.css'

interface DueZone {
  readonly title: string
  readonly due: NextCut
}

/** Each zone once, with the first day that says when it is due; the soonest first. */
const dueZones = (planId: string, days: readonly PlannedDay[], language: string): DueZone[] => {
  const zones = new Map<string, DueZone>()
  for (const { jobs, left } of days)
    for (const { planId: of, featureId, title, due } of [...jobs, ...left])
      if (of === planId && due !== undefined && !zones.has(featureId)) zones.set(featureId, { title: title ?? '', due })
  return [...zones.values()].toSorted(
    (a, b) => a.due.day.localeCompare(b.due.day) || compareNames(a.title, b.title, language),
  )
}

export function DueZones({ planId, days }: { readonly planId: string; readonly days: readonly PlannedDay[] }) {
  const { t, i18n } = useTranslation()
  const dueText = useDueText()
  const zones = dueZones(planId, days, i18n.language)
  if (zones.length === 0) return null
  return (
    <details className={classes.due}>
      <summary>{t('plans.whenDue', { count: zones.length })}</summary>
      <ul>
        {zones.map(({ title, due }) => (
          <li key={title}>
            {title}: {dueText.day(due)}, {dueText.reason(due)}
          </li>
        ))}
      </ul>
    </details>
  )
}
