import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: [0.225, 3.739],
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
      request: 'GET /admin/hubs',
      answer: {
        status: 200,
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
          ],
        },
      },
    },
    {
      request: 'GET /admin/hubs/kreuzberg',
      answer: {
        status: 200,
        body: {
          hub_id: 'kreuzberg',
          name: 'Kreuzberg',
          lat: 52.4986,
          lng: 13.4034,
          coverage_radius_km: 0.3,
          stock_availability: 0.9,
          rider_availability: 0.5,
          count: 2,
          hexagons: ['891f18b259bffff', '891f1d48b67ffff'],
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
      request: 'DELETE /admin/hubs/kreuzberg',
      answer: {
        status: 200,
        body: { hub_id: 'kreuzberg', deleted: true },
      },
    },
  ],
};
