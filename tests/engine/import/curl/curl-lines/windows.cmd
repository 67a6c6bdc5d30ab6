### Chrome on Windows, GET
# GET https://shop.test/api/cart?a=1&b=2%20c
# headers: {"accept":"*/*","sec-ch-ua":"\"Chromium\";v=\"130\"","Cookie":"a=1; b=%2F"}
curl ^"https://shop.test/api/cart?a=1^&b=2^%^20c^" ^
  -H ^"accept: */*^" ^
  -b ^"a=1; b=^%^2F^" ^
  -H ^"sec-ch-ua: ^\^"Chromium^\^";v=^\^"130^\^"^"

### Chrome on Windows, JSON
# POST https://shop.test/api/notes
# headers: {"content-type":"application/json"}
# body: "{\"text\":\"a < b & \\\"c\\\"\",\"n\":1}"
curl ^"https://shop.test/api/notes^" ^
  -H ^"content-type: application/json^" ^
  --data-raw ^"^{^\^"text^\^":^\^"a ^< b ^& ^\\^\^"c^\\^\^"^\^",^\^"n^\^":1^}^"

### Chrome on Windows, a body of two lines
# POST https://shop.test/api/text
# headers: {"content-type":"text/plain"}
# body: "one\ntwo"
curl ^"https://shop.test/api/text^" ^
  -H ^"content-type: text/plain^" ^
  --data-raw ^"one^

two^"

### Chrome on Windows, an older version
# POST https://old.test/api?x=1&y=2
# headers: {"Content-Type":"application/json","Cookie":"a=1"}
# body: "{\"a\":\"b c\",\"d\":[1]}"
curl "https://old.test/api?x=1&y=2" ^
  -H "Content-Type: application/json" ^
  -H "Cookie: a=1" ^
  --data-raw "{\"a\":\"b c\",\"d\":[1]}" ^
  --compressed

### Firefox on Windows
# POST https://news.test/api/vote
# headers: {"Accept":"application/json","content-type":"application/json"}
# body: "{\"id\":7}"
curl ^"https://news.test/api/vote^" -X POST -H ^"Accept: application/json^" -H ^"content-type: application/json^" --data-raw ^"^{^\^"id^\^":7^}^"

### Firefox on Windows, doubled quotes
# POST https://news.test/api/vote
# headers: {"Content-Type":"application/json"}
# body: "{\"id\":7,\"up\":true}"
curl.exe "https://news.test/api/vote" -X POST -H "Content-Type: application/json" --data-raw "{""id"":7,""up"":true}"

### Documentation for the command prompt
# PUT https://api.example.com/v1/things/1
# headers: {"X-Api-Key":"k","content-type":"application/json"}
# body: "{ \"name\": \"a b\" }"
curl.exe -X PUT "https://api.example.com/v1/things/1" -H "X-Api-Key: k" -H "content-type: application/json" -d "{ \"name\": \"a b\" }"

### Documentation for the command prompt, basic authentication
# POST https://api.example.com/v1/token
# basic: {"username":"id","password":"secret"}
# headers: {"Content-Type":"application/x-www-form-urlencoded"}
# body: "grant_type=client_credentials&scope=a%20b"
curl.exe --user id:secret ^
  --data grant_type=client_credentials ^
  --data "scope=a%20b" ^
  https://api.example.com/v1/token

### Chrome on Windows until 2024, carets inside of quotes
# POST https://old.test/api/notes?x=1&y=%7B2
# headers: {"content-type":"application/json","sec-ch-ua":"\"Chromium\";v=\"120\""}
# body: "{\"a\":\"b < c & d\",\"n\":[1]}"
curl "https://old.test/api/notes?x=1^&y=^%^7B2" ^
  -H "content-type: application/json" ^
  -H ^"sec-ch-ua: ^\^"Chromium^\^";v=^\^"120^\^"^" ^
  --data-raw "^{^\^"a^\^":^\^"b ^< c ^& d^\^",^\^"n^\^":^[1^]^}" ^
  --compressed
