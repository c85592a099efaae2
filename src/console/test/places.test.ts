import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mostOf, placesOf, type Way } from '../page/services/dispatch/places.ts';

describe('the places that the map shows by itself', () => {
  const town = [0, 1, 2, 3, 4, 5].map((i) => ({ lat: 1.3 + i / 100, lng: 103.8 - i / 100 }));

  it('one far away is left out', () => {
    assert.deepEqual(mostOf([...town, { lat: 52.5, lng: 13.4 }]), town);
  });

  it('a town is shown whole, however its streets run', () => {
    assert.deepEqual(mostOf(town), town);
  });

  it('of two places none is left out', () => {
    const two = [town[0]!, { lat: 52.5, lng: 13.4 }];
    assert.deepEqual(mostOf(two), two);
    assert.deepEqual(mostOf([]), []);
  });

  it('around one spot where most are, the neighbourhood is shown', () => {
    const spot = { lat: 1.3, lng: 103.8 };
    const near = { lat: 1.32, lng: 103.8 };
    const places = [spot, spot, spot, near, { lat: 1.4, lng: 103.8 }];
    assert.deepEqual(mostOf(places), places.slice(0, 4));
  });

  it('the door of an order counts while somebody is on the way', () => {
    const [shop, door] = [
      { lat: 1, lng: 2 },
      { lat: 3, lng: 4 },
    ];
    const order: Way = {
      pickup_lat: shop.lat,
      pickup_lng: shop.lng,
      dropoff_lat: door.lat,
      dropoff_lng: door.lng,
      assignment: null,
    };
    const shown = (one: Way) => placesOf({ drivers: new Map(), orders: new Map([['o', one]]) });
    assert.deepEqual(shown(order), [shop]);
    const taken = { ...order, assignment: { driver_id: 'dora', status: 'accepted' } };
    assert.deepEqual(shown(taken), [shop, door]);
  });
});
