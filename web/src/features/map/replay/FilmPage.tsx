/** The plan of a shift as a film: where its mowers will be, and the groups that are expected. Nothing of it has happened. */
import { Progress } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/index.ts'
import type { MapState } from '../useMapChoice.ts'
import { type MapScene, useMapScene } from '../useMapScene.ts'
import classes from './FilmPage.module.css'
import { ReplayView, usePlayer } from './ReplayView.tsx'
import { type Film, useFilm } from './useFilm.ts'

/** A morning takes a few minutes. */
const FIRST_SPEED = 60

interface FilmPageProps {
  readonly state: MapState
  readonly start: string
  readonly shiftId: string
}

export function FilmPage({ state, start, shiftId }: FilmPageProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const scene = useMapScene(state.choice)
  const { film, error, readAgain, isGone, read, total } = useFilm(shiftId, time.dayOf(new Date(start)), scene.holes)
  if (error !== null) return <ErrorState error={error} onRetry={readAgain} />
  if (isGone)
    return (
      <EmptyState icon={<IconMovie aria-hidden />} title={t('replay.film.gone')} text={t('replay.film.goneText')} />
    )
  if (film === undefined)
    return (
      <div className={classes.reading}>
        <LoadingState label={t('replay.film.ways', { read, total })} />
        {total > 0 && <Progress value={(100 * read) / total} aria-label={t('replay.film.ways', { read, total })} />}
      </div>
    )
  // Another film has another clock.
  return <FilmView key={film.track.key} film={film} state={state} start={start} scene={scene} />
}

interface FilmViewProps {
  readonly film: Film
  readonly state: MapState
  readonly start: string
  readonly scene: MapScene
}

function FilmView({ film, state: mapState, start, scene }: FilmViewProps) {
  const time = useCourseTime()
  const { shift, fromMs, toMs, source, track, shown, mowerIds, guests } = film
  const first = new Date(Math.min(toMs, Math.max(fromMs, Date.parse(start)))).toISOString()
  const { player, state } = usePlayer(first, source)
  useEffect(() => player.setSpeed(FIRST_SPEED), [player])
  return (
    <ReplayView
      kind="planned"
      mapState={mapState}
      scene={scene}
      start={start}
      player={player}
      state={state}
      shown={shown}
      track={track}
      nowMs={toMs}
      day={shift.day}
      lastDay={time.dayOf(new Date(toMs))}
      mowerIds={mowerIds}
      guests={guests}
    />
  )
}
