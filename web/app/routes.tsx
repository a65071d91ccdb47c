import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import type { Area } from '#db/tables/people/role.ts'
import { loadTexts } from '../core/i18n.ts'
import { PageLoader } from '../kit/page/PageLoader.tsx'
import { SignInPage } from '../people/accounts/SignInPage.tsx'
import { NotFoundPage } from '../site/pages/NotFoundPage.tsx'
import { Frame } from './frame/Frame.tsx'
import { PageError } from './frame/PageError.tsx'
import { RequireAdmin, RequireManager, RequirePlatformAdmin } from './frame/RequireAdmin.tsx'
import { RequireFeature } from './frame/RequireFeature.tsx'
import { RequireSession } from './frame/RequireSession.tsx'
import { RequireAreas } from './menu/RequireAreas.tsx'
import { type Pages, pages } from './pages.ts'

export const router = createBrowserRouter([
  {
    element: <Frame />,
    HydrateFallback: PageLoader,
    ErrorBoundary: PageError,
    children: [
      {
        // When a page fails, the frame around it stays.
        ErrorBoundary: PageError,
        children: [
          { path: '/', element: <SignInPage /> },
          { path: '/app/signin', element: <SignInPage /> },
          ...routesOf(pages.open),
          {
            element: <RequireSession />,
            children: [
              ...routesOf(pages.member),
              ...(['cpd', 'billing'] as const).map((office) => ({
                element: <RequireManager office={office} />,
                children: routesOf(ofArea(pages.manager, office)),
              })),
              { element: <RequireAdmin />, children: routesOf(pages.administrator) },
              { element: <RequirePlatformAdmin />, children: routesOf(pages.platform_administrator) },
            ],
          },
          { path: '/404', element: <NotFoundPage /> },
          { path: '*', element: <Navigate to="/404" replace /> },
        ],
      },
    ],
  },
])

function ofArea(list: Pages, area: Area): Pages {
  return Object.fromEntries(Object.entries(list).filter(([, { areas }]) => areas.includes(area)))
}

function routesOf(list: Pages): RouteObject[] {
  return Object.entries(list).map(([path, { texts, load, feature, areas, home }]) => ({
    path,
    lazy: async () => {
      const [Component] = await Promise.all([load(), loadTexts(texts)])
      const page =
        areas.length > 0 ? (
          <RequireAreas areas={areas} home={home}>
            <Component />
          </RequireAreas>
        ) : (
          <Component />
        )
      return { element: feature ? <RequireFeature feature={feature}>{page}</RequireFeature> : page }
    },
  }))
}
