### Chrome, GET with all its headers
# GET https://shop.test/api/cart?lang=de&t=1700000000
curl 'https://shop.test/api/cart?lang=de&t=1700000000' \
  -H 'accept: application/json, text/plain, */*' \
  -H 'accept-language: de-DE,de;q=0.9,en-US;q=0.8' \
  -H 'cache-control: no-cache' \
  -b 'session=abc%3D; _ga=GA1.1.1; theme="dark"' \
  -H 'priority: u=1, i' \
  -H 'referer: https://shop.test/' \
  -H 'sec-ch-ua: "Chromium";v="130", "Not?A_Brand";v="99"' \
  -H 'sec-ch-ua-mobile: ?0' \
  -H 'sec-fetch-mode: cors' \
  -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0' \
  --compressed

### Chrome, JSON with quotes of both kinds
# POST https://shop.test/api/notes
curl 'https://shop.test/api/notes' \
  -H 'content-type: application/json' \
  -H 'origin: https://shop.test' \
  --data-raw $'{"text":"It\'s \\"fine\\"\\nnext","price":"5\u20ac"}'

### Chrome, an exclamation mark
# POST https://shop.test/api/greet
curl 'https://shop.test/api/greet' -H 'content-type: text/plain;charset=UTF-8' --data-raw $'hello\u0021 caf\u00e9' --insecure
# note: -k

### Chrome, a form
# POST https://shop.test/login
curl 'https://shop.test/login' \
  -H 'Content-Type: application/x-www-form-urlencoded' \
  -H 'Cookie: csrf=1' \
  --data-raw 'user=me%40x.test&password=a%26b+c&remember=on'

### Chrome, a form with parts
# POST https://shop.test/upload
curl 'https://shop.test/upload' \
  -H 'content-type: multipart/form-data; boundary=----WebKitFormBoundaryAbC' \
  --data-raw $'------WebKitFormBoundaryAbC\r\nContent-Disposition: form-data; name="title"\r\n\r\nHello\r\n------WebKitFormBoundaryAbC--\r\n'

### Chrome, PUT without a body
# PUT https://shop.test/api/read/1
curl 'https://shop.test/api/read/1' -X 'PUT' -H 'content-length: 0' -H 'authorization: Bearer eyJ.a.b'
# note: content-length

### Chrome, DELETE
# DELETE https://shop.test/api/items/1
curl 'https://shop.test/api/items/1' -X DELETE -H 'x-csrf-token: t' -H 'x-requested-with: XMLHttpRequest' --compressed

### Chrome, an address with signs
# GET https://shop.test/find?q=a%27b&f=(x)~*!&u=@me:1,2;3
curl $'https://shop.test/find?q=a%27b&f=(x)~*\u0021&u=@me:1,2;3' -H 'accept: */*'

### Chrome, GraphQL
# POST https://shop.test/graphql
curl 'https://shop.test/graphql' -H 'content-type: application/json' --data-raw '{"operationName":"A","variables":{"id":"$1"},"query":"query A($id: ID!) {\n  a(id: $id) { b }\n}\n"}'

### Chrome, an older version
# POST https://old.test/a
curl 'https://old.test/a' -H 'Pragma: no-cache' -H 'Connection: keep-alive' -H 'Accept-Encoding: gzip, deflate, br' -H 'Content-Type: application/json;charset=UTF-8' --data-binary '{"a":[1,2,3]}' --compressed
# note: Connection

### Edge, client hints without values
# GET https://edge.test/
curl 'https://edge.test/' -H 'sec-ch-ua-platform: "Windows"' -H 'upgrade-insecure-requests: 1' -H 'if-none-match: W/"abc"' -H 'dnt: 1'

### Firefox, GET
# GET https://news.test/api/list?page=2&size=20
curl 'https://news.test/api/list?page=2&size=20' --compressed -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0' -H 'Accept: application/json' -H 'Accept-Language: en-US,en;q=0.5' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'DNT: 1' -H 'Sec-GPC: 1' -H 'Connection: keep-alive' -H 'Cookie: a=1; b=2' -H 'TE: trailers'
# note: Connection
# note: TE

### Firefox, POST
# POST https://news.test/api/vote
curl 'https://news.test/api/vote' -X POST -H 'Content-Type: application/json' -H 'Origin: https://news.test' -H 'Priority: u=0' --data-raw '{"id":7,"up":true}'

### Firefox, quotes and line breaks
# POST https://news.test/api/comment
curl 'https://news.test/api/comment' -X POST -H 'Content-Type: text/plain' --data-raw $'it\'s\na \\ line\ttab'

### Firefox, several addresses with brackets
# GET https://news.test/api?ids%5B%5D=1&ids%5B%5D=2
curl --globoff 'https://news.test/api?ids%5B%5D=1&ids%5B%5D=2' -H 'Accept: */*'

### Safari, POST
# POST https://mac.test/api/save
curl 'https://mac.test/api/save' \
-X 'POST' \
-H 'Content-Type: application/json' \
-H 'Accept: */*' \
-H 'Sec-Fetch-Site: same-origin' \
-H 'Accept-Language: en-GB,en;q=0.9' \
-H 'Origin: https://mac.test' \
-H 'User-Agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15' \
-H 'Cookie: sid=s%3A1' \
--data-binary $'{"name":"\u00dcber","quote":"\'"}'

### Safari, GET
# GET https://mac.test/me
curl 'https://mac.test/me' -X 'GET' -H 'Accept: application/json' -H 'Priority: u=3, i' -H 'Authorization: Bearer abc'

### Postman, raw JSON
# POST https://postman-echo.com/post?foo1=bar1&foo2=bar%20two
# note: makes the request a GET
curl --location 'https://postman-echo.com/post?foo1=bar1&foo2=bar%20two' \
--header 'Content-Type: application/json' \
--data-raw '{
    "name": "Ann",
    "mail": "ann@example.com"
}'

### Postman, an older one
# POST https://postman-echo.com/post
# note: Redirects are followed
curl --location --request POST 'https://postman-echo.com/post' --header 'Content-Type: application/json' --data '{"a": "it'\''s"}'

### Postman, urlencoded
# POST https://postman-echo.com/post
# note: makes the request a GET
curl --location 'https://postman-echo.com/post' --header 'Content-Type: application/x-www-form-urlencoded' --data-urlencode 'foo1=bar 1' --data-urlencode 'foo2=b&r='

### Postman, form-data
# POST https://postman-echo.com/post
curl --location 'https://postman-echo.com/post' --form 'foo1="bar; 1"' --form 'foo2="say \"hi\""' --form 'meta="{}";type=application/json'

### Postman, DELETE with a query
# DELETE https://postman-echo.com/delete?id=1
# note: Redirects are followed
# note: X-Api-Key stays behind
curl --location --globoff --request DELETE 'https://postman-echo.com/delete?id=1' --header 'X-Api-Key: k'

### Postman, GraphQL
# POST https://postman-echo.com/graphql
# note: makes the request a GET
curl --location 'https://postman-echo.com/graphql' --header 'Content-Type: application/json' --data '{"query":"{ a }","variables":{}}'

### Insomnia, JSON
# PUT https://api.example.com/v1/users/1
curl --request PUT --url https://api.example.com/v1/users/1 --header 'Authorization: Bearer tok' --header 'Content-Type: application/json' --header 'User-Agent: insomnia/10.1.1' --data '{
	"name": "Bob"
}'

### Insomnia, a form with parts
# POST https://api.example.com/v1/form
curl --request POST --url https://api.example.com/v1/form --header 'Content-Type: multipart/form-data' --form name=Bob --form 'age=42'

### Insomnia, cookies
# GET https://api.example.com/v1/me
curl --request GET --url https://api.example.com/v1/me --cookie 'sid=1; lang=en' --cookie x=2

### ReadMe's documentation, one line each
# POST https://api.example.com/v2/orders
curl --request POST \
     --url https://api.example.com/v2/orders \
     --header 'accept: application/json' \
     --header 'content-type: application/json' \
     --data '
{
  "side": "buy",
  "qty": "1"
}
'

### Swagger UI
# POST https://petstore3.swagger.io/api/v3/pet
curl -X 'POST' \
  'https://petstore3.swagger.io/api/v3/pet' \
  -H 'accept: application/json' \
  -H 'api_key: special-key' \
  -H 'Content-Type: application/json' \
  -d '{
  "id": 10,
  "name": "doggie"
}'

### Swagger UI, an empty body
# POST https://petstore3.swagger.io/api/v3/store?x=1
curl -X 'POST' 'https://petstore3.swagger.io/api/v3/store?x=1' -H 'accept: */*' -d ''

### Bruno, a header given twice
# GET https://api.example.com/tags
curl --request GET --url 'https://api.example.com/tags' --header 'x-tag: a' --header 'x-tag: b'

### A header wins over -u, -A, -e and -b
# GET https://api.example.com/who
curl -u a:b -A one -e https://one.test -b a=1 -H 'Authorization: Basic Yzpk' -H 'User-Agent: two' -H 'Referer: https://two.test' -H 'Cookie: b=2' https://api.example.com/who

### The last of a repeated option counts
# DELETE https://api.example.com/last
curl -u a:b -u c:d -A one -A two -e https://one.test -e https://two.test -X POST -X DELETE https://api.example.com/last

### Long options cut short
# POST https://api.example.com/short
curl --user-a one --heade 'X-Trace: 1' --data-u 'a=b c' https://api.example.com/short

### Options switched off
# POST https://api.example.com/off
curl --no-progress-meter --no-location --no-compressed -d a=1 https://api.example.com/off

### A here-string
# POST https://api.example.com/string
curl --json @- https://api.example.com/string <<< '{"a": "b c"}'

### A pipe into a formatter
# GET https://api.example.com/v1/status
curl -sS --retry 3 --retry-delay 2 -o /dev/null -w '%{http_code}\n' "https://api.example.com/v1/status" 2>&1 | cat
# ignores: “cat” is not a cURL command
