import { calls } from '@greensward/contract'
import type { PublicCourse } from '@greensward/domain'
import { NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isKind, useCall } from '../../api/index.ts'
import { changeLanguage, LANGUAGES, type Language } from '../../i18n/index.ts'
import { EmptyState, ErrorState, FullScreen, useUnits } from '../../ui/index.ts'
import type { Units } from '../../ui/text/measure.ts'
import { CourseDrawing } from './CourseDrawing.tsx'
import classes from './PublicCoursePage.module.css'

/** Holes are redrawn and parts change: an open page shows it. */
const REFETCH_MS = 300_000
const YARD_M = 0.9144

/** The course for anybody: where its holes lie, their par and length. Nobody signs in. */
export default function PublicCoursePage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(calls.publicCourse.get, undefined, { refetchInterval: REFETCH_MS })
  if (isKind(error, 'notFound'))
    return <EmptyState isPage title={t('publicCourse.hidden')} text={t('publicCourse.hiddenText')} />
  if (data !== undefined) return <Course course={data} />
  return error === null ? <FullScreen /> : <ErrorState error={error} onRetry={() => void refetch()} />
}

function Course({ course }: { readonly course: PublicCourse }) {
  const { t, i18n } = useTranslation()
  const [units, setUnits] = useUnits()
  const [chosen, setChosen] = useState<number | null>(null)
  const { courseName, holes } = course
  const total = useMemo(
    () => ({
      par: holes.reduce((sum, { par }) => sum + par, 0),
      lengthM: holes.reduce((sum, { lengthM }) => sum + lengthM, 0),
    }),
    [holes],
  )
  const length = (metres: number): string =>
    new Intl.NumberFormat(i18n.language).format(Math.round(units === 'imperial' ? metres / YARD_M : metres))
  const unit = t(units === 'imperial' ? 'publicCourse.yards' : 'publicCourse.metres')
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <img src="/mark.svg" width={36} height={36} alt="" />
        <h1>{courseName}</h1>
        <NativeSelect
          aria-label={t('publicCourse.units')}
          data={(['metric', 'imperial'] as const).map(value => ({
            value,
            label: t(value === 'imperial' ? 'publicCourse.yards' : 'publicCourse.metres'),
          }))}
          value={units}
          onChange={event => setUnits(event.currentTarget.value as Units)}
        />
        <NativeSelect
          aria-label={t('publicCourse.language')}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          value={i18n.language}
          onChange={event => void changeLanguage(event.currentTarget.value as Language)}
        />
      </header>
      <main className={classes.main}>
        <CourseDrawing course={course} chosen={chosen} onChoose={setChosen} />
        <section className={classes.list} aria-labelledby="holes-of-course">
          <h2 id="holes-of-course">{t('publicCourse.holes')}</h2>
          {holes.length === 0 ? (
            <p>{t('publicCourse.empty')}</p>
          ) : (
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('publicCourse.hole')}</th>
                  <th scope="col">{t('publicCourse.par')}</th>
                  <th scope="col">{unit}</th>
                </tr>
              </thead>
              <tbody>
                {holes.map(({ name, par, lengthM, line }, index) => (
                  <tr key={line.join()} data-chosen={chosen === index || undefined}>
                    <th scope="row">
                      <button type="button" onClick={() => setChosen(chosen === index ? null : index)}>
                        {name}
                      </button>
                    </th>
                    <td>{par}</td>
                    <td>{length(lengthM)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t('publicCourse.total')}</th>
                  <td>{total.par}</td>
                  <td>{length(total.lengthM)}</td>
                </tr>
              </tfoot>
            </table>
          )}
        </section>
      </main>
    </div>
  )
}
