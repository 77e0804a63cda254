import type { CourseFeature, MapSettings } from '@greensward/domain'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type CourseMapHandle, CourseMapView } from '../../map-view/index.ts'
import classes from './form.module.css'

const PLACES = 7
const round = (value: number, places: number): number => Number(value.toFixed(places))
/** While a field is empty it holds no number. */
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** The bounds as ground of their own, so that the map draws them as it draws all ground. */
const groundOf = ([west, north, east, south]: readonly number[], title: string): readonly CourseFeature[] =>
  isNumber(west) && isNumber(north) && isNumber(east) && isNumber(south) && west < east && south < north
    ? [
        {
          type: 'Feature',
          id: '00000000-0000-4000-8000-000000000000',
          kind: 'area',
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [west, south],
                [east, south],
                [east, north],
                [west, north],
                [west, south],
              ],
            ],
          },
          properties: { title },
        },
      ]
    : []

interface ViewMapProps {
  readonly form: UseFormReturn<MapSettings, unknown, MapSettings>
  readonly mayEdit: boolean
}

/** The view that the fields describe, with the bounds around it; the other way round the fields take the view of the map. */
export function ViewMap({ form, mayEdit }: ViewMapProps) {
  const { t } = useTranslation()
  const map = useRef<CourseMapHandle>(null)
  const view = useRef<{ centre: readonly number[]; zoom: number; rotationDeg: number } | null>(null)
  const [lon, lat, zoom, degree] = form.watch(['centerLon', 'centerLat', 'defaultZoom', 'degree'])
  const bounds = form.watch(['topLeftLon', 'topLeftLat', 'bottomRightLon', 'bottomRightLat'])
  const [west, north, east, south] = bounds
  const draft = useMemo(
    () => groundOf([west, north, east, south], t('settings.map.bounds')),
    [west, north, east, south, t],
  )
  const [startAt] = useState({ centre: [lon, lat] as [number, number], zoom, rotationDeg: degree })
  useEffect(() => {
    if ([lon, lat, zoom, degree].every(isNumber)) map.current?.flyTo({ centre: [lon, lat], zoom, rotationDeg: degree })
  }, [lon, lat, zoom, degree])
  const take = (): void => {
    if (view.current === null) return
    const { centre, zoom: shownZoom, rotationDeg } = view.current
    const turned = round(((rotationDeg % 360) + 360) % 360, 2)
    const values = {
      centerLon: round(centre[0] ?? 0, PLACES),
      centerLat: round(centre[1] ?? 0, PLACES),
      defaultZoom: round(shownZoom, 2),
      degree: turned === 360 ? 0 : turned,
    } as const
    for (const name of ['centerLon', 'centerLat', 'defaultZoom', 'degree'] as const)
      form.setValue(name, values[name], { shouldDirty: true, shouldValidate: true })
  }
  return (
    <figure className={classes.figure}>
      <div className={classes.viewMap}>
        <CourseMapView
          ref={map}
          label={t('settings.map.viewMap')}
          controls="plain"
          showVehicles={false}
          startAt={startAt}
          draft={draft}
          onView={shown => {
            view.current = shown
          }}
        />
      </div>
      <figcaption className={classes.caption}>
        <span>{t('settings.map.viewMapHint')}</span>
        <span className={classes.captionButtons}>
          <Button variant="default" onClick={() => map.current?.fitDraft()}>
            {t('settings.map.showBounds')}
          </Button>
          {mayEdit && (
            <Button variant="default" onClick={take}>
              {t('settings.map.takeView')}
            </Button>
          )}
        </span>
      </figcaption>
    </figure>
  )
}
