import { Anchor, Button, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRegistration } from '../../core/installation.ts'
import { keepNext } from '../../core/nextPath.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { Section } from '../../kit/page/Section.tsx'
import { BuyButton } from './BuyButton.tsx'
import { ProductCards } from './ProductCards.tsx'
import { useStore, useStoreOrganisations } from './store.ts'

/**
 * Prices for everybody: guests register from here and come back, and who is signed in subscribes. Of the organisation of
 * `?organisation=`, or the first that sells something.
 */
export function Prices() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const { data: organisations } = useStoreOrganisations()
  const asked = Number(params.get('organisation')) || null
  const organisation_id = asked ?? organisations?.[0]?.id ?? null
  const { data } = useStore(organisation_id)
  const signedIn = useSession(({ status }) => status === 'in')
  // They are where they wanted to come back to.
  useEffect(() => {
    if (signedIn) keepNext(null)
  }, [signedIn])
  if (!data || data.products.length === 0) return null
  return (
    <Section title={data.organisation.name}>
      {organisations && organisations.length > 1 && (
        <NativeSelect
          label={t('billing:store.organisation')}
          maw={360}
          value={String(organisation_id)}
          data={organisations.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => {
            const organisation = event.currentTarget.value
            change((before) => withFilters(before, { organisation }))
          }}
        />
      )}
      <ProductCards
        products={data.products}
        action={(product) => {
          if (!signedIn) return null
          return product.subscription ? (
            <Text size="sm">{t('billing:store.current')}</Text>
          ) : (
            <BuyButton product={product} organisation_id={data.organisation.id} />
          )
        }}
      />
      {!signedIn && <ForGuests organisation_id={data.organisation.id} />}
    </Section>
  )
}

function ForGuests({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const next = paths.pricing({ organisation: organisation_id })
  const registration = useRegistration()
  return (
    <Stack gap="xs" align="start">
      <Title order={3} size="h6">
        {t('billing:store.guestTitle')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('billing:store.guest')}
      </Text>
      {registration === 'open' && (
        <Button component={Link} to={paths.register()} onClick={() => keepNext(next)}>
          {t('billing:store.register')}
        </Button>
      )}
      <Text size="sm">
        <Trans
          t={t}
          i18nKey="billing:store.signIn"
          components={{ signin: <Anchor component={Link} to={paths.signIn({ next })} inherit underline="always" /> }}
        />
      </Text>
    </Stack>
  )
}
