import { Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { BuyButton } from './BuyButton.tsx'
import { ProductCards } from './ProductCards.tsx'
import { useStore } from './store.ts'

/** What the organisation sells to its members. */
export function StorePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <Page title={t('billing:store.title')} width="full">
      <Shelf key={organisation_id} organisation_id={organisation_id} />
    </Page>
  )
}

function Shelf({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useStore(organisation_id)
  if (error) return <ListFailed reason={sentenceOf(error)} retry={refetch} />
  if (!data) return <Skeleton height={220} radius="md" />
  if (data.products.length === 0) return <Text c="dimmed">{t('billing:store.empty')}</Text>
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('billing:store.text', { organisation: data.organisation.name })}
      </Text>
      <ProductCards
        products={data.products}
        action={(product) =>
          product.subscription ? (
            <Text size="sm">{t('billing:store.current')}</Text>
          ) : (
            <BuyButton product={product} organisation_id={organisation_id} />
          )
        }
      />
    </>
  )
}
