import type { CoursePlan } from '@greensward/domain'
import { compareNames } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { useMeasure } from '../../../ui/index.ts'
import type { Ground } from '../useGround.ts'
import classes from './Rounds.module.css'

interface RoundsProps {
  readonly plan: CoursePlan
  readonly ground: Ground
}

/** The zones of each mower in order, and the zones without a mower. */
export function Rounds({ plan, ground }: RoundsProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const titles = new Map(
    ground.features.flatMap(feature => (feature.kind === 'zone' ? [[feature.id, feature.properties.title]] : [])),
  )
  const at = (instant: string): string => time.time(new Date(instant))
  const busy = plan.rounds.filter(({ stops }) => stops.length > 0)
  const planned = busy.reduce((sum, { stops }) => sum + stops.length, 0)
  return (
    <>
      <h2 className={classes.heading}>
        {plan.endsAt === null
          ? t(plan.left.length === 0 ? 'fleetPlans.course.nothing' : 'fleetPlans.course.noneFits')
          : plan.left.length === 0
            ? t('fleetPlans.course.done', { time: at(plan.endsAt) })
            : t('fleetPlans.course.partlyDone', {
                planned,
                total: planned + plan.left.length,
                time: at(plan.endsAt),
              })}
      </h2>
      <LeftOut left={plan.left} titles={titles} />
      {busy.map(({ mowerId, stops, endsAt, lengthM, battery, charges }) => {
        const mower = ground.mowers.find(({ id }) => id === mowerId)
        return (
          <section key={mowerId} className={classes.round} aria-label={mower?.name}>
            <h3 className={classes.mower}>
              <span className={classes.disc} style={{ background: mower?.color }} aria-hidden />
              {mower?.name}
            </h3>
            <p className={classes.note}>
              {t('fleetPlans.course.round', {
                count: stops.length,
                length: measure.distance(lengthM / 1_000),
                battery: measure.share(battery),
                time: endsAt === null ? '–' : at(endsAt),
              })}
            </p>
            {charges.length > 0 && (
              <p className={classes.note}>
                {t('fleetPlans.course.charges', {
                  times: charges.map(({ from, until }) => `${at(from)}–${at(until)}`).join(', '),
                })}
              </p>
            )}
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col" aria-label="#" />
                  <th scope="col">{t('fleetPlans.course.zone')}</th>
                  <th scope="col">{t('fleetPlans.course.starts')}</th>
                  <th scope="col">{t('fleetPlans.course.ends')}</th>
                  <th scope="col">{t('fleetPlans.course.way')}</th>
                </tr>
              </thead>
              <tbody>
                {stops.map(({ featureId, startsAt, endsAt: done, wayM }, index) => (
                  <tr key={featureId}>
                    <td>{index + 1}</td>
                    <th scope="row">{titles.get(featureId) ?? '–'}</th>
                    <td>{at(startsAt)}</td>
                    <td>{at(done)}</td>
                    <td>{measure.length(wayM)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )
      })}
    </>
  )
}

interface LeftOutProps {
  readonly left: CoursePlan['left']
  /** By zone. */
  readonly titles: ReadonlyMap<string, string>
}

/** The zones without a mower, by reason. It comes before the tours, so that nobody takes a part of the course for all of it. */
function LeftOut({ left, titles }: LeftOutProps) {
  const { t, i18n } = useTranslation()
  if (left.length === 0) return null
  const names = (zones: CoursePlan['left']): string =>
    zones
      .map(({ featureId }) => titles.get(featureId) ?? '–')
      .toSorted((a, b) => compareNames(a, b, i18n.language))
      .join(', ')
  return (
    <section className={classes.leftOut} aria-label={t('fleetPlans.course.left')}>
      <h3 className={classes.mower}>{t('fleetPlans.course.leftCount', { count: left.length })}</h3>
      <ul className={classes.left}>
        {[...Map.groupBy(left, ({ reason }) => reason)].map(([reason, zones]) => (
          <li key={reason}>
            <b>{t(`fleetPlans.course.reason.${reason}`)}</b>: {names(zones)}
          </li>
        ))}
      </ul>
    </section>
  )
}
