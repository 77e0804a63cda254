import type { CoursePlan } from '@greensward/domain'
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
  return (
    <>
      <h2 className={classes.heading}>
        {plan.endsAt === null ? t('fleetPlans.course.nothing') : t('fleetPlans.course.done', { time: at(plan.endsAt) })}
      </h2>
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
      {plan.left.length > 0 && (
        <section className={classes.round} aria-label={t('fleetPlans.course.left')}>
          <h3 className={classes.mower}>{t('fleetPlans.course.left')}</h3>
          <ul className={classes.left}>
            {plan.left.map(({ featureId, reason }) => (
              <li key={featureId}>
                <b>{titles.get(featureId) ?? '–'}</b>: {t(`fleetPlans.course.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
