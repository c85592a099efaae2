/**
 * All operations, written by `npm run openapi`. A line each: name, method, path, and the content type
 * of the body where it is an unusual one. After the method, `+`: takes a body; `!`: answers a
 * Response; `~`: is followed.
 */
export const operations = {
  flashSale: `
checkout POST+ /flash-sale/checkout
release POST+ /flash-sale/release
confirm POST+ /flash-sale/confirm
issueToken GET /flash-sale/token
claimVoucher POST+ /voucher/claim
queueStatus GET /flash-sale/queue-status
leave POST+ /flash-sale/leave
follow GET~ /flash-sale/events
enterLottery POST+ /flash-sale/lottery/enter
lotteryResult GET /flash-sale/lottery/result
listDraws GET /flash-sale/lottery/draws
claimPrize POST+ /flash-sale/lottery/checkout
draw POST+ /admin/flash-sale/lottery/draw
load POST+ /admin/flash-sale/init-product
showStock GET /admin/flash-sale/stock
listSales GET /admin/flash-sale/sales
setState POST+ /admin/flash-sale/state
setTier POST+ /admin/flash-sale/members`,
  geo: `
locate GET /serviceability
locateMany POST+ /serviceability/batch
saveHub POST+ /admin/hubs
listHubs GET /admin/hubs
showHub GET /admin/hubs/{hub_id}
patchHub PATCH+ /admin/hubs/{hub_id}
removeHub DELETE /admin/hubs/{hub_id}`,
  inventory: `
showStock GET /stock/{hub_id}/{sku}
listStock GET /stock/{hub_id}
reserve POST+ /reserve
extend POST+ /extend
confirm POST+ /confirm
release POST+ /release
showReservation GET /reservations/{reservation_id}
showReservationOfOrder GET /orders/{order_id}/reservation
loadStock POST+ /admin/stock
adjustStock POST+ /admin/stock/adjust
loadStockInBulk POST+ /admin/stock/bulk
listHubs GET /admin/hubs
listHeldReservations GET /admin/reservations
listMovements GET /admin/movements
reconcile POST /admin/reconcile`,
  promotion: `
validate POST+ /validate
qualify POST+ /qualify
apply POST+ /apply
cancelOrder POST /orders/{order_id}/cancel
createRule POST+ /admin/rules
listRules GET /admin/rules
showRule GET /admin/rules/{promo_id}
replaceRule PUT+ /admin/rules/{promo_id}
removeRule DELETE /admin/rules/{promo_id}
createCodes POST+ /admin/rules/{promo_id}/codes
listCodes GET /admin/rules/{promo_id}/codes
endCode DELETE /admin/codes/{code}
findSimilar POST+ /admin/fraud/similarity`,
  dispatchA: `
reportLocation POST+ /dispatch/driver/location
move POST+ /dispatch/driver/status
showDriver GET /dispatch/drivers/{driver_id}
listAssignments GET /dispatch/driver/{driver_id}/assignments
accept POST+ /dispatch/driver/accept
reject POST+ /dispatch/driver/reject
showOrder GET /dispatch/orders/{order_id}
cancel POST+ /dispatch/order/cancel
follow GET~ /dispatch/events
listDrivers GET /admin/drivers
listOrders GET /admin/orders
followBoard GET~ /admin/board
listBatches GET /admin/batches
showBatch GET /admin/batches/{batch_id}
replay POST+ /admin/replay
submit POST+ /dispatch/order
listManual GET /admin/manual-queue
assign POST+ /admin/manual-queue/assign`,
  dispatchB: `
reportLocation POST+ /dispatch/driver/location
move POST+ /dispatch/driver/status
showDriver GET /dispatch/drivers/{driver_id}
listAssignments GET /dispatch/driver/{driver_id}/assignments
accept POST+ /dispatch/driver/accept
reject POST+ /dispatch/driver/reject
showOrder GET /dispatch/orders/{order_id}
cancel POST+ /dispatch/order/cancel
follow GET~ /dispatch/events
listDrivers GET /admin/drivers
listOrders GET /admin/orders
followBoard GET~ /admin/board
listBatches GET /admin/batches
showBatch GET /admin/batches/{batch_id}
replay POST+ /admin/replay
submit POST+ /dispatch/order
saveHub POST+ /admin/hubs
showHub GET /admin/hubs/{hub_id}
removeHub DELETE /admin/hubs/{hub_id}`,
  autocomplete: `
query GET /autocomplete
train POST+ /train
setTerm PUT+ /admin/terms/{term}
deleteTerm DELETE /admin/terms/{term}
blockTerm PUT /admin/blocked/{term}
unblockTerm DELETE /admin/blocked/{term}
listIndexes GET /admin/indexes
setHalfLife PUT+ /admin/indexes/{name}
deleteIndex DELETE /admin/indexes/{name}
trainBulk POST+ /train/bulk`,
  keyValue: `
list GET /
get GET /{key}
put PUT+ /{key}
delete DELETE /{key}`,
  fileStore: `
show GET /files/{id}
changeFile PATCH+ /files/{id}
delete DELETE /files/{id}
update PUT+ /files/{id}
listVersions GET /files/{id}/versions
createFolder POST+ /folders
listChildren GET /folders/{id}/children
shareFile POST+ /files/{id}/share
listFileShares GET /files/{id}/shares
unshareFile DELETE /files/{id}/share/{user_id}
shareFolder POST+ /folders/{id}/share
listFolderShares GET /folders/{id}/shares
unshareFolder DELETE /folders/{id}/share/{user_id}
changeFolder PATCH+ /folders/{id}
deleteFolder DELETE /folders/{id}
listTrash GET /trash
restore POST /trash/{id}/restore
discard DELETE /trash/{id}
download GET! /files/{id}/download
createLink POST+ /files/{id}/links
listLinks GET /files/{id}/links
revokeLink DELETE /links/{link}
followLink GET! /links/{link}
upload POST+ /files
beginUpload POST /uploads
uploadOptions OPTIONS /uploads
uploadOffset HEAD /uploads/{id}
continueUpload PATCH+ /uploads/{id} application/offset+octet-stream
endUpload DELETE /uploads/{id}
overrideUpload POST+ /uploads/{id} application/offset+octet-stream
uploadOptionsOfOne OPTIONS /uploads/{id}`,
  videoCatalog: `
upload POST+ /videos
list GET /videos
watch GET /videos/{id}
edit PATCH+ /videos/{id}
delete DELETE /videos/{id}
search GET /search`,
  urlShortener: `
shorten POST+ /shorten
shortenInBulk POST+ /shorten/bulk
follow GET! /{code}`,
  chat: `
listRooms GET /api/rooms
listMessages GET /api/rooms/{room}/messages
postMessage POST+ /api/rooms/{room}/messages
listUsers GET /api/rooms/{room}/users
deleteMessage DELETE /api/rooms/{room}/messages/{seq}
kick POST+ /api/rooms/{room}/kick`,
  notification: `
send POST+ /send
list GET /notifications
show GET /notifications/{id}
remove DELETE /notifications/{id}
trace GET /notifications/{id}/trace
follow GET~ /notifications/stream
count GET /notifications/count
readAll POST /notifications/read-all
markRead POST /notifications/{id}/read
markUnread POST /notifications/{id}/unread
putPreferences PUT+ /preferences/{user}
showPreferences GET /preferences/{user}
openTopic PUT+ /admin/topics/{topic}
subscribe PUT /topics/{topic}/subscribers/{user}
unsubscribe DELETE /topics/{topic}/subscribers/{user}
sendInBulk POST+ /send/bulk
showBatch GET /batches/{batch_id}`,
  rateLimiter: `
unlimited GET /unlimited
check POST+ /check
checkBatch POST+ /check/batch
refund POST+ /refund
putPolicy PUT+ /admin/policies/{name}
showPolicy GET /admin/policies/{name}
removePolicy DELETE /admin/policies/{name}
putOverride PUT+ /admin/policies/{name}/overrides/{key}
removeOverride DELETE /admin/policies/{name}/overrides/{key}
reset POST+ /admin/reset
limited GET /limited`,
  newsFeed: `
publish POST+ /posts
deletePost DELETE /posts/{id}
showReceipt GET /posts/{id}/receipt
listPosts GET /users/{id}/posts
react PUT /posts/{id}/reactions/{kind}
takeReactionBack DELETE /posts/{id}/reactions/{kind}
comment POST+ /posts/{id}/comments
listComments GET /posts/{id}/comments
deleteComment DELETE /comments/{id}
addUser POST+ /users
showUser GET /users/{id}
follow POST+ /follow
unfollow DELETE /follow
listFollowers GET /users/{id}/followers
listFollowing GET /users/{id}/following
mute PUT /mutes
unmute DELETE /mutes
hide PUT /hides
unhide DELETE /hides
timeline GET /timeline
explain GET /timeline/why
followTimeline GET~ /timeline/stream`,
  crawler: `
start POST+ /crawl
list GET /crawl
cancel POST /crawl/{id}/cancel
delete DELETE /crawl/{id}
show GET /crawl/{id}
listUrls GET /crawl/{id}/urls
export GET! /crawl/{id}/export
showContent GET! /crawl/{id}/pages/{n}
follow GET~ /crawl/{id}/events`,
  keyValueConsole: `
showRing GET /admin/ring
changeRing POST+ /admin/ring
locate GET /admin/ring/locate
planRing POST+ /admin/ring/plan`,
  urlShortenerConsole: `
listLinks GET /admin/links
showLink GET /admin/links/{code}
changeLink PATCH+ /admin/links/{code}
removeLink DELETE /admin/links/{code}
showClicks GET /admin/links/{code}/stats`,
};

/** Members that are sent as headers; all others go into the query. */
export const headerNames = new Set(
  'idempotency-key if-match if-none-match if-range last-event-id range ttl tus-resumable upload-checksum upload-length upload-metadata upload-offset x-http-method-override x-user-id'.split(
    ' ',
  ),
);
