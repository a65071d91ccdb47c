import { lazy, Suspense } from 'react'
import { ContentPage } from '../site/pages/ContentPage.tsx'

const Prices = lazy(async () => ({ default: (await import('../billing/store/Prices.tsx')).Prices }))

/** What is for sale, and the text that administrators have written about prices. */
export function PricingPage() {
  return (
    <ContentPage
      of="pricing"
      before={
        <Suspense>
          <Prices />
        </Suspense>
      }
    />
  )
}
