import { createBrowserRouter, Navigate } from 'react-router'
import { Frame } from './frame/Frame.tsx'
import { PageError } from './frame/PageError.tsx'
import { PageLoader } from './frame/PageLoader.tsx'
import { RequireSession } from './frame/RequireSession.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { SignInPage } from './pages/SignInPage.tsx'

const home = <Navigate to="/app/map" replace />

export const router = createBrowserRouter([
  {
    HydrateFallback: PageLoader,
    ErrorBoundary: PageError,
    children: [
      { path: '/', element: <SignInPage /> },
      { path: '/app/signin', element: <SignInPage /> },
      {
        element: (
          <RequireSession>
            <Frame />
          </RequireSession>
        ),
        children: [
          { path: '/app', element: home },
          { path: '/app/home', element: home },
          { path: '/app/map', lazy: async () => ({ Component: (await import('./pages/MapPage.tsx')).MapPage }) },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
])
