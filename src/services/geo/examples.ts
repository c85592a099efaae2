import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: [0.225, 3.739, 0.417, 0.214, 0.788, 'zbHuADnhUFnKRaSI1wdLk'],
  requests: [
    {
      request: 'POST /admin/hubs',
      body: {
        hub_id: 'kreuzberg',
        name: 'Kreuzberg',
        lat: 52.4986,
        lng: 13.4034,
        coverage_radius_km: 0.3,
        stock_availability: 0.9,
        rider_availability: 0.5,
      },
      answer: {
        status: 201,
        body: {
          data: {
            hub_id: 'kreuzberg',
            count: 2,
            hexagons: ['891f18b259bffff', '891f1d48b67ffff'],
          },
        },
      },
    },
    {
      request: 'POST /admin/hubs',
      body: {
        hub_id: 'mitte',
        name: 'Mitte',
        lat: 52.53,
        lng: 13.4,
        coverage: {
          type: 'Polygon',
          coordinates: [
            [
              [13.397, 52.528],
              [13.403, 52.528],
              [13.403, 52.532],
              [13.397, 52.532],
              [13.397, 52.528],
            ],
          ],
        },
        opening_hours: {
          timezone: 'Europe/Berlin',
          weekly: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '07:00', to: '21:00' }],
        },
      },
      answer: {
        status: 201,
        body: { data: { hub_id: 'mitte', count: 1, hexagons: ['891f1d489d7ffff'] } },
      },
    },
    {
      request: 'POST /admin/hubs',
      body: {
        hub_id: 'wedding',
        name: 'Wedding',
        lat: 52.55,
        lng: 13.36,
        coverage: {
          type: 'Polygon',
          coordinates: [
            [
              [13.357, 52.548],
              [13.363, 52.552],
              [13.363, 52.548],
              [13.357, 52.552],
              [13.357, 52.548],
            ],
          ],
        },
      },
      answer: {
        status: 400,
        body: {
          type: 'urn:hawker:problem:invalid-coverage',
          title: 'The area of the hub is not valid',
          status: 400,
          detail: 'ring 0, point 0: the edge from here meets the edge from point 2',
          code: 'INVALID_COVERAGE',
          instance: 'urn:hawker:request:zbHuADnhUFnKRaSI1wdLk',
          errors: [
            {
              path: 'coverage.coordinates.0.0',
              message: 'the edge from here meets the edge from point 2',
            },
          ],
          ring: 0,
          point: 0,
        },
      },
    },
    {
      request: 'GET /admin/hubs',
      answer: {
        status: 200,
        headers: { ETag: '"2.2.2"' },
        body: {
          hubs: [
            {
              hub_id: 'kreuzberg',
              name: 'Kreuzberg',
              lat: 52.4986,
              lng: 13.4034,
              coverage_radius_km: 0.3,
              stock_availability: 0.9,
              rider_availability: 0.5,
              count: 2,
            },
            {
              hub_id: 'mitte',
              name: 'Mitte',
              lat: 52.53,
              lng: 13.4,
              coverage_radius_km: 0.30106804235942297,
              stock_availability: 1,
              rider_availability: 1,
              opening_hours: {
                timezone: 'Europe/Berlin',
                weekly: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '07:00', to: '21:00' }],
              },
              count: 1,
            },
          ],
        },
      },
    },
    {
      request: 'GET /admin/hubs',
      headers: { 'if-none-match': '"2.2.2"' },
      answer: { status: 304, headers: { ETag: '"2.2.2"' } },
    },
    {
      request: 'GET /admin/hubs/mitte',
      answer: {
        status: 200,
        body: {
          hub_id: 'mitte',
          name: 'Mitte',
          lat: 52.53,
          lng: 13.4,
          coverage_radius_km: 0.30106804235942297,
          stock_availability: 1,
          rider_availability: 1,
          opening_hours: {
            timezone: 'Europe/Berlin',
            weekly: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '07:00', to: '21:00' }],
          },
          count: 1,
          coverage: {
            type: 'Polygon',
            coordinates: [
              [
                [13.397, 52.528],
                [13.403, 52.528],
                [13.403, 52.532],
                [13.397, 52.532],
                [13.397, 52.528],
              ],
            ],
          },
          hexagons: ['891f1d489d7ffff'],
        },
      },
    },
    {
      request: 'GET /serviceability?lat=52.4991&lng=13.4022&explain=1',
      answer: {
        status: 200,
        body: {
          data: {
            serviceable: true,
            tiers_tried: [
              { tier: 'redis', ms: 0.225, outcome: 'miss' },
              { tier: 'database', ms: 3.739, outcome: 'hit' },
            ],
            hub_id: 'kreuzberg',
            hub_name: 'Kreuzberg',
            distance_km: 0.098,
            eta_minutes: 0,
            tier: 'database',
            weights: { distance: 0.4, stock: 0.4, rider: 0.2 },
            candidates: [
              {
                hub_id: 'kreuzberg',
                hub_name: 'Kreuzberg',
                coverage_radius_km: 0.3,
                distance_km: 0.098,
                terms: { distance: 0.6718796226723924, stock: 0.9, rider: 0.5 },
                score: 0.728751849068957,
              },
            ],
          },
        },
      },
    },
    {
      request: 'PATCH /admin/hubs/kreuzberg',
      body: { paused: true, rider_availability: 0.25 },
      answer: {
        status: 200,
        body: {
          hub_id: 'kreuzberg',
          name: 'Kreuzberg',
          lat: 52.4986,
          lng: 13.4034,
          coverage_radius_km: 0.3,
          stock_availability: 0.9,
          rider_availability: 0.25,
          paused: true,
          count: 2,
        },
      },
    },
    {
      request: 'POST /serviceability/batch',
      body: {
        points: [
          { id: 'home', lat: 52.4991, lng: 13.4022 },
          { id: 'work', lat: 52.5305, lng: 13.4005 },
        ],
      },
      answer: {
        status: 200,
        body: {
          results: [
            {
              id: 'home',
              serviceable: false,
              reason: 'paused',
              tiers_tried: [{ tier: 'redis', ms: 0.417, outcome: 'miss' }],
            },
            {
              id: 'work',
              serviceable: true,
              hub_id: 'mitte',
              hub_name: 'Mitte',
              distance_km: 0.065,
              eta_minutes: 0,
              tier: 'database',
              tiers_tried: [
                { tier: 'redis', ms: 0.214, outcome: 'miss' },
                { tier: 'database', ms: 0.788, outcome: 'hit' },
              ],
            },
          ],
        },
      },
    },
    {
      request: 'DELETE /admin/hubs/kreuzberg',
      answer: {
        status: 200,
        body: { hub_id: 'kreuzberg', deleted: true },
      },
    },
  ],
};
