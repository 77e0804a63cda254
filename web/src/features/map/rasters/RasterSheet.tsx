import type { Raster } from '@greensward/contract'
import { calls } from '@greensward/contract'
import { Button } from '@mantine/core'
import { IconCalendar, IconCurrentLocation, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, errorText, invalidate, queryClient, useAct, useCall, useCourseTime } from '../../../api/index.ts'
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  LoadingState,
  notify,
  Sheet,
  StatusPill,
} from '../../../ui/index.ts'
import { bytesText } from './bytesText.ts'
import { RasterForm, type RasterSaid } from './RasterForm.tsx'
import classes from './RasterSheet.module.css'
import { UploadList } from './UploadList.tsx'
import { uploads } from './uploads.ts'

interface RasterSheetProps {
  readonly onClose: () => void
  readonly onShow: (raster: Raster) => void
}

type State = { readonly step: 'list' } | { readonly step: 'add' } | { readonly step: 'edit'; readonly raster: Raster }

/** Orthophotos and elevation models: the existing ones, the uploads, and a new one. */
export function RasterSheet({ onClose, onShow }: RasterSheetProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<State>({ step: 'list' })
  const [deleting, setDeleting] = useState<Raster | null>(null)
  const rasters = useCall(calls.rasters.list)
  const remove = useAct(calls.rasters.remove, { changes: [calls.rasters.list] })
  const items = rasters.data?.items ?? []
  const toList = (): void => setState({ step: 'list' })
  const add = async (said: RasterSaid, file: File): Promise<void> => {
    await uploads.begin(file, said)
    toList()
  }
  const edit = async (raster: Raster, { title, attribution, takenOn }: RasterSaid): Promise<void> => {
    await call(calls.rasters.update, { params: { id: raster.id }, body: { title, attribution, takenOn } })
    await invalidate(queryClient, calls.rasters.list)
    toList()
  }
  return (
    <Sheet
      opened
      onClose={onClose}
      title={
        state.step === 'add'
          ? t('rasters.addTitle')
          : state.step === 'edit'
            ? t('rasters.editTitle', { title: state.raster.title })
            : t('rasters.title')
      }
      {...(state.step === 'list'
        ? {
            footer: (
              <Button fullWidth h={48} leftSection={<IconPlus size={20} />} onClick={() => setState({ step: 'add' })}>
                {t('rasters.add')}
              </Button>
            ),
          }
        : {})}
    >
      {state.step === 'add' ? (
        <RasterForm onSubmit={add} onCancel={toList} />
      ) : state.step === 'edit' ? (
        <RasterForm raster={state.raster} onSubmit={said => edit(state.raster, said)} onCancel={toList} />
      ) : (
        <>
          <UploadList />
          {rasters.error !== null ? (
            <ErrorState error={rasters.error} onRetry={() => void rasters.refetch()} />
          ) : rasters.isPending ? (
            <LoadingState />
          ) : items.length === 0 ? (
            <EmptyState title={t('rasters.empty')} text={t('rasters.emptyText')} />
          ) : (
            (['orthophoto', 'dem'] as const).map(kind => (
              <RasterGroup
                key={kind}
                kind={kind}
                rasters={items.filter(item => item.kind === kind)}
                onShow={onShow}
                onEdit={raster => setState({ step: 'edit', raster })}
                onDelete={setDeleting}
              />
            ))
          )}
        </>
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title={t('rasters.deleteTitle', { title: deleting?.title ?? '' })}
        text={t('rasters.deleteText')}
        confirm={t('rasters.delete')}
        busy={remove.isPending}
        onConfirm={() => {
          if (deleting === null) return
          remove.mutate(
            { params: { id: deleting.id } },
            {
              onSuccess: () => notify.done(t('rasters.deleted', { title: deleting.title })),
              onError: error => notify.failed(t('rasters.notDeleted', { title: deleting.title }), errorText(error)),
              onSettled: () => setDeleting(null),
            },
          )
        }}
        onClose={() => setDeleting(null)}
      />
    </Sheet>
  )
}

interface RasterGroupProps {
  readonly kind: Raster['kind']
  readonly rasters: readonly Raster[]
  readonly onShow: (raster: Raster) => void
  readonly onEdit: (raster: Raster) => void
  readonly onDelete: (raster: Raster) => void
}

function RasterGroup({ kind, rasters, onShow, onEdit, onDelete }: RasterGroupProps) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  if (rasters.length === 0) return null
  const figure = (value: number, digits: number): string =>
    value.toLocaleString(i18n.language, { maximumFractionDigits: digits })
  return (
    <section className={classes.group}>
      <h3>{t(`rasters.kinds.${kind}`)}</h3>
      <ul className={classes.list}>
        {rasters.map(raster => (
          <li key={raster.id} className={classes.item}>
            <div className={classes.names}>
              <b>{raster.title}</b>
              <span className={classes.facts}>
                {raster.takenOn !== null && (
                  <span>
                    <IconCalendar size={14} aria-hidden /> {time.date(`${raster.takenOn}T12:00:00Z`)}{' '}
                    {raster.takenOn.slice(0, 4)}
                  </span>
                )}
                {raster.metresPerPixel !== null && (
                  <span>
                    {t('rasters.perPixel', {
                      size:
                        raster.metresPerPixel < 1
                          ? `${figure(raster.metresPerPixel * 100, 0)} cm`
                          : `${figure(raster.metresPerPixel, 1)} m`,
                    })}
                  </span>
                )}
                <span>{bytesText(raster.sizeBytes, i18n.language)}</span>
              </span>
              {raster.attribution !== '' && <span className={classes.credit}>{raster.attribution}</span>}
              {raster.accuracyM !== null && (
                <StatusPill tone="warn">{t('rasters.accuracy', { metres: figure(raster.accuracyM, 0) })}</StatusPill>
              )}
            </div>
            <div className={classes.buttons}>
              <IconButton label={t('rasters.show', { title: raster.title })} onClick={() => onShow(raster)}>
                <IconCurrentLocation size={20} />
              </IconButton>
              <IconButton label={t('rasters.edit', { title: raster.title })} onClick={() => onEdit(raster)}>
                <IconPencil size={20} />
              </IconButton>
              <IconButton label={t('rasters.deleteOf', { title: raster.title })} onClick={() => onDelete(raster)}>
                <IconTrash size={20} />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
