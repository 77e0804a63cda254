import { calls } from '@greensward/contract'
import type { Category, Dish } from '@greensward/domain'
import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCan } from '../../api/index.ts'
import { ErrorState, ForbiddenState, LoadingState, Page } from '../../ui/index.ts'
import { CategorySheet } from './CategorySheet.tsx'
import { Deletion, type Doomed } from './Deletion.tsx'
import { DishSheet } from './DishSheet.tsx'
import { MenuPreview } from './MenuPreview.tsx'
import { MenuView } from './MenuView.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import { useOrderSound } from './OrderSound.tsx'
import { Orders } from './Orders.tsx'
import { RESTAURANT_VIEWS, type RestaurantView } from './search.ts'

type Opened =
  | { readonly kind: 'category'; readonly row?: Category }
  | { readonly kind: 'dish'; readonly row?: Dish; readonly categoryId: string }
  | { readonly kind: 'order' }

const ALL = { query: { perPage: 500, sort: 'sort' } } as const

export default function RestaurantPage() {
  const mayRead = useCan('restaurant.read')
  return mayRead ? <Restaurant /> : <ForbiddenState />
}

function Restaurant() {
  const { t } = useTranslation()
  const mayEdit = useCan('restaurant.edit')
  const { view = 'menu' } = useSearch({ from: '/main/restaurant' })
  const navigate = useNavigate()
  const categories = useCall(calls.categories.list, ALL)
  const dishes = useCall(calls.dishes.list, ALL)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [doomed, setDoomed] = useState<Doomed | null>(null)
  useOrderSound()
  const failed = categories.error ?? dishes.error
  if (failed !== null)
    return (
      <ErrorState
        error={failed}
        onRetry={() => {
          void categories.refetch()
          void dishes.refetch()
        }}
      />
    )
  if (categories.data === undefined || dishes.data === undefined) return <LoadingState />
  const first = categories.data.items[0]
  const close = (): void => setOpened(null)
  return (
    <Page
      title={t('restaurant.title')}
      {...(view === 'orders' ? {} : { hint: t('restaurant.dishes', { count: dishes.data.total }) })}
      tools={
        <SegmentedControl
          aria-label={t('restaurant.views')}
          value={view}
          onChange={next =>
            void navigate({
              to: '/restaurant',
              search: next === 'menu' ? {} : { view: next as RestaurantView },
              replace: true,
            })
          }
          data={RESTAURANT_VIEWS.map(value => ({ value, label: t(`restaurant.${value}`) }))}
        />
      }
      actions={
        mayEdit &&
        (view === 'orders' ? (
          <Button
            leftSection={<IconPlus size={18} />}
            disabled={dishes.data.total === 0}
            onClick={() => setOpened({ kind: 'order' })}
          >
            {t('restaurant.newOrder')}
          </Button>
        ) : (
          view === 'menu' && (
            <>
              <Button
                variant={first === undefined ? 'filled' : 'default'}
                leftSection={<IconPlus size={18} />}
                onClick={() => setOpened({ kind: 'category' })}
              >
                {t('restaurant.addCategory')}
              </Button>
              {first !== undefined && (
                <Button
                  leftSection={<IconPlus size={18} />}
                  onClick={() => setOpened({ kind: 'dish', categoryId: first.id })}
                >
                  {t('restaurant.addDish')}
                </Button>
              )}
            </>
          )
        ))
      }
    >
      {view === 'menu' && (
        <MenuView
          categories={categories.data.items}
          dishes={dishes.data.items}
          mayEdit={mayEdit}
          onAddCategory={() => setOpened({ kind: 'category' })}
          onAddDish={categoryId => setOpened({ kind: 'dish', categoryId })}
          onEditCategory={row => setOpened({ kind: 'category', row })}
          onEditDish={row => setOpened({ kind: 'dish', row, categoryId: row.categoryId })}
          onDelete={setDoomed}
        />
      )}
      {view === 'orders' && <Orders mayEdit={mayEdit} />}
      {view === 'preview' && <MenuPreview />}
      {opened?.kind === 'category' && (
        <CategorySheet
          row={opened.row}
          nextSort={Math.max(0, ...categories.data.items.map(({ sort }) => sort + 1))}
          onClose={close}
        />
      )}
      {opened?.kind === 'dish' && (
        <DishSheet
          row={opened.row}
          categoryId={opened.categoryId}
          categories={categories.data.items}
          dishes={dishes.data.items}
          onClose={close}
        />
      )}
      {opened?.kind === 'order' && <OrderSheet onClose={close} />}
      {doomed !== null && <Deletion doomed={doomed} onClose={() => setDoomed(null)} />}
    </Page>
  )
}
